/** Brings files into a message that is being written: dropped, pasted, or chosen in the system's dialog (AG-7). */
import { type AttachmentRef, MOST_ATTACHMENTS } from "../../../src-preload/contract/domain/attachments";
import type { DroppedFolder } from "../../../src-preload/contract/window/bridge";
import type { ChosenFiles } from "../../../src-preload/contract/window/calls/attachments";
import { say } from "../../platform/announce";
import { addFile, call, toErrorInfo } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { inWords } from "../../platform/language/words";
import { showDone, showError } from "../../platform/notices";
import { once } from "../../platform/once";
import type { Coming, HeldFiles } from "../../thread/writing/held-files";
import { withinBounds } from "./smaller-copy";

type Refused = ChosenFiles["refused"][number];

/** How many more the message takes. */
function roomIn(held: HeldFiles): number {
  const { files, adding } = held.store.getState();
  return Math.max(0, MOST_ATTACHMENTS - files.length - adding.length);
}

const tellTooMany = (): void =>
  showError({ code: "INVALID_INPUT", message: t("attachments:too-many", { most: MOST_ATTACHMENTS }) });

const nameOf = (file: File): string => file.name || t("attachments:pasted");
const listed = (files: readonly { filename: string }[]): string =>
  files.map(({ filename }) => filename).join(", ");

/** What is told of the files that are coming, together: of two notices the second would take the place of the first. */
interface News {
  /** Files that came after their message was left. */
  late: AttachmentRef[];
  /** Pictures of which a smaller copy is attached. */
  smaller: AttachmentRef[];
  refused: Refused[];
}

const noNews = (): News => ({ late: [], smaller: [], refused: [] });
let news = noNews();
/** The number of works that may still have news. */
let working = 0;

/** Tells what there is to tell once no other work is under way. */
async function thenTell(work: () => Promise<void>): Promise<void> {
  working += 1;
  try {
    await work();
  } finally {
    working -= 1;
    if (working === 0) tell();
  }
}

function tell(): void {
  const { late, smaller, refused } = news;
  news = noNews();
  if (smaller.length > 0) {
    const names = listed(smaller);
    showDone({ words: () => t("attachments:smaller-copy", { names }) });
  }
  const left = late.length > 0 ? [t("attachments:left", { names: listed(late) })] : [];
  const [first] = refused;
  if (first !== undefined) {
    // All are named, with the reason of the first.
    const { code, message, hint } = first.error;
    const why = [message, ...(hint === undefined ? [] : [hint])].map(inWords);
    const names = listed(refused);
    showError({
      code,
      message: [...left, t("attachments:refused", { names })].join(" "),
      hint: why.join(" "),
    });
  } else if (left[0] !== undefined) showError({ code: "INVALID_INPUT", message: left[0] });
}

/** Takes the files in one after the other. Returns the first folder among them. Never rejects: each failure is told. */
export async function addFiles(held: HeldFiles, files: readonly File[]): Promise<string | undefined> {
  const some = files.slice(0, roomIn(held));
  if (some.length < files.length) tellTooMany();
  const all = some.map((file) => ({ file, coming: held.begin(nameOf(file)) }));
  let folder: string | undefined;
  await thenTell(async () => {
    for (const { file, coming } of all) {
      const taken = await take(file);
      if (taken !== undefined && "sha256" in taken) await settle(coming, taken);
      else coming.arrive([]);
      if (taken !== undefined && "folder" in taken) folder ??= taken.folder;
    }
  });
  return folder;
}

async function take(file: File): Promise<AttachmentRef | DroppedFolder | undefined> {
  try {
    return await addFile(file);
  } catch (error) {
    news.refused.push({ filename: nameOf(file), error: toErrorInfo(error) });
    return undefined;
  }
}

/** Hands the file, or a smaller copy of it, to its message, and says that it is attached. */
async function settle(coming: Coming, file: AttachmentRef): Promise<void> {
  // Nothing is decoded for a message that is gone.
  const taken = coming.isLeft() ? file : await withinBounds(file);
  if (!coming.arrive([taken])) return void news.late.push(file);
  say(t("attachments:added", { name: file.filename }));
  if (taken !== file) news.smaller.push(file);
}

/** Opens the system's dialog. The message waits for the files, and is not sent meanwhile. @throws CallError */
export async function chooseFiles(held: HeldFiles): Promise<void> {
  let bringing: Promise<void> | undefined;
  await once("choose files", async () => {
    const dialog = held.begin("");
    const chosen = await call("attachment.choose", undefined).catch((error: unknown) => {
      dialog.arrive([]);
      throw error;
    });
    // Not awaited here: the dialog may be opened again while copies are made.
    bringing = bring(held, dialog, chosen);
  });
  await bringing;
}

/** Brings what was chosen in the dialog into the message. Never rejects. */
function bring(held: HeldFiles, dialog: Coming, { added, refused }: ChosenFiles): Promise<void> {
  return thenTell(async () => {
    news.refused.push(...refused);
    if (!dialog.arrive([])) return void news.late.push(...added);
    const some = added.slice(0, roomIn(held));
    if (some.length < added.length) tellTooMany();
    // All take their places in this task: files that are dropped meanwhile find only the room that is left.
    const all = some.map((file) => ({ file, coming: held.begin(file.filename) }));
    for (const { file, coming } of all) await settle(coming, file);
  });
}
