/** The prompts that the user sent in any session. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const promptHistoryHandlers = ({ promptHistory }: IpcContext): HandlersOf<"said"> => ({
  "said.search": (input) => promptHistory.search(input),
  "said.text": (input) => ({ text: promptHistory.text(input) }),
  "said.remove": async (input) => done(await promptHistory.remove(input)),
});
