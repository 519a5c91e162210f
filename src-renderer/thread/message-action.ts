/** An action on a message: the row beneath the message, its menu and the commands all list it. */
import type { LucideIcon } from "lucide-react";
import type { CommandId } from "../../src-preload/contract/window/commands";
import type { en } from "../platform/language/en";
import type { Thread } from "./thread";
import type { CellValue, MessageCell } from "./view/message-cell";

/** A message and where it stands on the page. */
export interface Subject {
  thread: Thread;
  cell: MessageCell;
  article: HTMLElement;
}

export interface MessageAction {
  /** The key of its words in chat.json, under `message.actions`. */
  id: keyof typeof en.chat.message.actions;
  icon: LucideIcon;
  /** Stands on the row too; the menu has them all. */
  row: boolean;
  /** The command that does it with the newest answer, or the newest message of the user. */
  command?: CommandId;
  of?: "assistant" | "user";
  /** Not while an answer is being written. */
  whenFree?: true;
  /** Opens something beside the message. */
  popup?: "dialog";
  offered(value: CellValue): boolean;
  /** Resolves when it is done. @throws CallError */
  run(subject: Subject): Promise<void> | void;
}
