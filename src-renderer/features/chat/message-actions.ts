/**
 * What can be done with a message, in one table: the row beneath it, its menu and the commands all come here. An action that is added
 * here is in all of them; its words stand under `message.actions` of chat.json.
 */
import {
  Copy,
  FileText,
  GitBranch,
  Info,
  type LucideIcon,
  PanelRight,
  PencilLine,
  RefreshCcwDot,
  RotateCcw,
} from "lucide-react";
import type { CommandId } from "../../../src-preload/contract/commands";
import { call } from "../../bridge";
import { t } from "../../language/language";
import { say } from "../../state/announce";
import { askAside } from "../../state/asides";
import type { CellValue, MessageCell } from "../../state/message-cell";
import type { Pane } from "../../state/pane";
import { canBeEdited, chooseForRetry, edit, tryAgain } from "../rewind/rewind";
import { branchFrom } from "./branching";
import { showDetails } from "./details-state";
import { isInParts, sourceOf } from "./message-state";
import { hasPiecesAway } from "./pieces";
import { plainText } from "./plain-text";

/** A message and where it stands on the page. */
export interface Subject {
  pane: Pane;
  cell: MessageCell;
  article: HTMLElement;
}

export interface MessageAction {
  id: "copy" | "branch" | "aside" | "copy-text" | "details" | "edit" | "try-again" | "try-again-with";
  icon: LucideIcon;
  /** Stands on the row too; the menu has them all. */
  row: boolean;
  /** The command that does it with the newest answer, or the newest message of the user. */
  command?: CommandId;
  of?: "assistant" | "user";
  /** Not while an answer is being written. */
  whenFree?: true;
  /** It opens something beside the message. */
  popup?: "dialog";
  offered(value: CellValue): boolean;
  /** Resolves when it is done. @throws CallError */
  run(subject: Subject): Promise<void> | void;
}

async function copy(text: string): Promise<void> {
  await call("app.copy", { text });
  say(t("chat:message.copied"));
}

const hasText = ({ message }: CellValue) => sourceOf(message) !== "";

const isAnswer = ({ message, live }: CellValue) => message.role === "assistant" && !live;

/** What is hidden can be read, copied and branched from; nothing is said in its place (RW-3). */
const isShown = ({ message }: CellValue) => message.hidden_at === undefined;

export const messageActions: readonly MessageAction[] = [
  {
    id: "edit",
    icon: PencilLine,
    row: true,
    command: "edit-last",
    of: "user",
    whenFree: true,
    offered: (value) => isShown(value) && canBeEdited(value.message),
    run: ({ pane, cell }) => edit(pane, cell.get().message, { from: "message" }),
  },
  {
    id: "try-again",
    icon: RotateCcw,
    row: true,
    command: "try-again",
    whenFree: true,
    offered: (value) => isShown(value) && isAnswer(value),
    run: ({ pane, cell }) => tryAgain(pane, cell.id),
  },
  {
    id: "try-again-with",
    icon: RefreshCcwDot,
    row: false,
    command: "try-again-with",
    whenFree: true,
    offered: (value) => isShown(value) && isAnswer(value),
    run: ({ pane, cell }) => chooseForRetry(pane, cell.get().message),
  },
  {
    id: "copy",
    icon: Copy,
    row: true,
    command: "copy-answer",
    offered: hasText,
    run: ({ cell }) => copy(sourceOf(cell.get().message)),
  },
  {
    id: "branch",
    icon: GitBranch,
    row: true,
    offered: ({ message, live }) => message.role !== "system" && !live,
    run: ({ pane, cell }) => branchFrom(pane, cell.get().message.id),
  },
  {
    id: "aside",
    icon: PanelRight,
    row: true,
    offered: ({ message, live }) => message.role !== "system" && !live,
    run: ({ pane, cell }) => askAside(pane, cell.get().message.id),
  },
  {
    id: "copy-text",
    icon: FileText,
    row: false,
    offered: hasText,
    run: ({ cell, article }) => {
      const { message } = cell.get();
      // What a user writes is plain already; of what is as long as a book the page has not all.
      const isPlain = message.role === "user" || isInParts(message) || hasPiecesAway(article);
      return copy(isPlain ? sourceOf(message) : plainText(article.querySelectorAll(":scope .text")));
    },
  },
  {
    id: "details",
    icon: Info,
    row: true,
    popup: "dialog",
    offered: isAnswer,
    run: showDetails,
  },
];
