/** Files for messages. */
import { MOST_ATTACHMENTS } from "../../../../src-preload/contract/domain/attachments";
import type { HandlersOf, IpcContext } from "../context";
import { addChosen } from "../files";

export const attachmentHandlers = ({ attachments }: IpcContext): HandlersOf<"attachment"> => ({
  "attachment.choose": async (_, window) =>
    await addChosen(attachments, (await window.chooseFiles()).slice(0, MOST_ATTACHMENTS)),
});
