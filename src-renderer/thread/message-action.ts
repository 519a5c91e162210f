/** An action on a message. The row beneath the message, its menu and the commands all list it. */
import type { LucideIcon } from "lucide-react";
import type { CommandId } from "../../src-preload/contract/window/commands";
import type { en } from "../platform/language/en";
import type { Thread } from "./thread";
import type { CellValue, MessageCell } from "./view/message-cell";

/** A message and its element on the page. */
export interface Subject {
  thread: Thread;
  cell: MessageCell;
  article: HTMLElement;
}

export interface MessageAction {
  /** The key of its words in chat.json, under `message.actions`. */
  id: keyof typeof en.chat.message.actions;
  icon: LucideIcon;
  /** True for an action on the row beneath the message; the menu has all of them. */
  row: boolean;
  /** The command that applies it to the newest answer, or to the user's newest message. */
  command?: CommandId;
  of?: "assistant" | "user";
  /** The action is not possible while an answer is being written. */
  whenFree?: true;
  /** The action opens something beside the message. */
  popup?: "dialog";
  offered(value: CellValue, thread: Thread): boolean;
  /** Resolves when it is done. @throws CallError */
  run(subject: Subject): Promise<void> | void;
}
