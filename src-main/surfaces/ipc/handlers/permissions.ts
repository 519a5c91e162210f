/** Permissions: answers to questions, rules and the ledger. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const permissionHandlers = ({ permissions }: IpcContext): HandlersOf<"permission"> => ({
  "permission.reply": (input) => done(permissions.reply(input)),
  "permission.answer": (input) => done(permissions.answer(input)),
  "permission.read": (input) => permissions.inForce(input),
  "permission.remove": (input) => done(permissions.remove(input)),
  "permission.mode": (input) => done(permissions.setMode(input)),
});
