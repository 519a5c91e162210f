/** Brings files into a message that is being written: dropped, pasted, or chosen in the system's dialog (AG-7). */
import { type AttachmentRef, MOST_ATTACHMENTS } from "../../../src-preload/contract/domain/attachments";
import { say } from "../../platform/announce";
import { addFile, call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { inWords } from "../../platform/language/words";
import { reportError, showError } from "../../platform/notices";
import { once } from "../../platform/once";
import type { HeldFiles } from "../../thread/writing/held-files";

/** How many more the message takes. */
function roomIn(held: HeldFiles): number {
  const { files, adding } = held.store.getState();
  return Math.max(0, MOST_ATTACHMENTS - files.length - adding.length);
}

const tellTooMany = (): void =>
  showError({ code: "INVALID_INPUT", message: t("attachments:too-many", { most: MOST_ATTACHMENTS }) });

/** Takes the files in one after the other. Never rejects: each failure is told. */
export async function addFiles(held: HeldFiles, files: readonly File[]): Promise<void> {
  const some = files.slice(0, roomIn(held));
  if (some.length < files.length) tellTooMany();
  const coming = some.map((file) => ({ file, arrived: held.begin(file.name || t("attachments:pasted")) }));
  for (const { file, arrived } of coming) arrived(await added(file));
}

async function added(file: File): Promise<AttachmentRef | undefined> {
  try {
    const taken = await addFile(file);
    say(t("attachments:added", { name: taken.filename }));
    return taken;
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Opens the system's dialog. @throws CallError */
export async function chooseFiles(held: HeldFiles): Promise<void> {
  await once("choose files", async () => {
    const { added, refused } = await call("attachment.choose", undefined);
    const some = added.slice(0, roomIn(held));
    if (some.length < added.length) tellTooMany();
    held.put(some);
    for (const { filename } of some) say(t("attachments:added", { name: filename }));
    for (const { filename, error } of refused)
      showError({ ...error, message: `${filename}: ${inWords(error.message)}` });
  });
}
