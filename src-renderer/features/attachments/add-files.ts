/** Brings files into a message that is being written: dropped, pasted, or chosen in the system's dialog (AG-7). */
import { type AttachmentRef, MOST_ATTACHMENTS } from "../../../src-preload/contract/domain/attachments";
import type { DroppedFolder } from "../../../src-preload/contract/window/bridge";
import type { ChosenFiles } from "../../../src-preload/contract/window/calls/attachments";
import { say } from "../../platform/announce";
import { addFile, call, toErrorInfo } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { inWords } from "../../platform/language/words";
import { showError } from "../../platform/notices";
import { once } from "../../platform/once";
import type { HeldFiles } from "../../thread/writing/held-files";
import { withinBounds } from "./smaller-copy";

type Refused = ChosenFiles["refused"][number];

/** How many more the message takes. */
function roomIn(held: HeldFiles): number {
  const { files, adding } = held.store.getState();
  return Math.max(0, MOST_ATTACHMENTS - files.length - adding.length);
}

const tellTooMany = (): void =>
  showError({ code: "INVALID_INPUT", message: t("attachments:too-many", { most: MOST_ATTACHMENTS }) });

/** Takes the files in one after the other. Returns the first folder among them. Never rejects: each failure is told. */
export async function addFiles(held: HeldFiles, files: readonly File[]): Promise<string | undefined> {
  const some = files.slice(0, roomIn(held));
  if (some.length < files.length) tellTooMany();
  const coming = some.map((file) => ({ file, arrive: held.begin(file.name || t("attachments:pasted")) }));
  const refused: Refused[] = [];
  let folder: string | undefined;
  for (const { file, arrive } of coming) {
    const taken = await take(file, refused);
    settle(arrive, taken !== undefined && "sha256" in taken ? [await withinBounds(taken)] : []);
    if (taken !== undefined && "folder" in taken) folder ??= taken.folder;
  }
  tellRefused(refused);
  return folder;
}

async function take(file: File, refused: Refused[]): Promise<AttachmentRef | DroppedFolder | undefined> {
  try {
    return await addFile(file);
  } catch (error) {
    refused.push({ filename: file.name || t("attachments:pasted"), error: toErrorInfo(error) });
    return undefined;
  }
}

/** Names all of them in one notice, with the reason of the first: a further notice would take its place. */
function tellRefused(refused: readonly Refused[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const { code, message, hint } = first.error;
  const names = refused.map(({ filename }) => filename).join(", ");
  const why = [message, ...(hint === undefined ? [] : [hint])].map(inWords).join(" ");
  showError({ code, message: t("attachments:refused", { names }), hint: why });
}

/** Hands the files to their message, and says which are attached. Tells those that came after their message was left. */
function settle(arrive: ReturnType<HeldFiles["begin"]>, files: readonly AttachmentRef[]): void {
  const isThere = arrive(files);
  if (isThere) for (const { filename } of files) say(t("attachments:added", { name: filename }));
  else if (files.length > 0) {
    const names = files.map(({ filename }) => filename).join(", ");
    showError({ code: "INVALID_INPUT", message: t("attachments:left", { name: names }) });
  }
}

/** Opens the system's dialog. The message waits for the files, and is not sent meanwhile. @throws CallError */
export async function chooseFiles(held: HeldFiles): Promise<void> {
  await once("choose files", async () => {
    const arrive = held.begin("");
    const { added, refused } = await call("attachment.choose", undefined).catch((error: unknown) => {
      arrive([]);
      throw error;
    });
    // One of those that are coming is the place that these take.
    const some = added.slice(0, roomIn(held) + 1);
    if (some.length < added.length) tellTooMany();
    const files: AttachmentRef[] = [];
    // One after the other: each may be decoded.
    for (const file of some) files.push(await withinBounds(file));
    settle(arrive, files);
    tellRefused(refused);
  });
}
