/** The title of a tree whose header has none: the last name that an entry gives it, or the first words of a user. */
import { fieldsOf } from "../readable";
import { firstWords } from "./first-words";
import type { Fields } from "./tree-lines";
import type { Kind } from "./tree-nodes";

export class TreeTitle {
  private name = "";
  private said = "";

  take(kind: Kind, { type, name, message }: Fields): void {
    if (type === "session_info") this.name = firstWords(name);
    if (this.said === "" && kind === "user") this.said = firstWords(fieldsOf(message).content);
  }

  /** Empty where nobody has said a word. */
  get words(): string {
    return this.name || this.said;
  }
}
