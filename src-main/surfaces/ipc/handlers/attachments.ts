/** Files for messages. */
import { MOST_ATTACHMENTS } from "../../../../src-preload/contract/domain/attachments";
import type { HandlersOf, IpcContext } from "../context";

export const attachmentHandlers = ({ attachments }: IpcContext): HandlersOf<"attachment"> => ({
  "attachment.choose": async (_, window) => {
    const paths = await window.chooseFiles();
    const { addChosen } = await import("../files");
    return await addChosen(attachments, paths.slice(0, MOST_ATTACHMENTS));
  },
  "attachment.save": async (file, window) => {
    const { filename, bytes } = await attachments.whole(file);
    return { saved: await window.saveFile(filename, bytes) };
  },
});
