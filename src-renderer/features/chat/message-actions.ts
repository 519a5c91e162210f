/**
 * The actions on a message in one table. The row beneath the message, its menu and the commands all use it. An action that is added here,
 * or to a kind of part, appears in all of them. Its words stand under `message.actions` of chat.json.
 */

import {
  Copy,
  GitBranch,
  GitBranchPlus,
  Info,
  PanelRight,
  PencilLine,
  RefreshCcwDot,
  RotateCcw,
  Tag,
} from "lucide-react";
import type { MessageAction } from "../../thread/message-action";
import { hasSource, sourceOf } from "../../thread/message-source";
import { actionsOfKinds } from "../../thread/parts";
import { ask } from "../../thread/requests";
import { homeOf } from "../../thread/thread";
import type { CellValue } from "../../thread/view/message-cell";
import { canBeEdited, chooseForRetry, edit, tryAgain } from "../../thread/writing/rewind";
import { chooseBranch } from "./branch-choice-state";
import { branchFrom } from "./branching";
import { copyText } from "./copy-text";
import { showDetails } from "./details-state";

const hasText = ({ message }: CellValue) => hasSource(message);

/** A message that the app wrote is no answer. */
const isAnswer = ({ message, live }: CellValue) =>
  message.role === "assistant" && !live && message.metadata.synthetic !== true;

/** A message of the conversation that has ended. */
const isSaid = ({ message, live }: CellValue) =>
  message.role !== "system" && !live && message.metadata.synthetic !== true;

/** Hidden messages can be read, copied and branched from, but not edited or tried again (RW-3). */
const isShown = ({ message }: CellValue) => message.hidden_at === undefined;

const ofEveryMessage: readonly MessageAction[] = [
  {
    id: "edit",
    icon: PencilLine,
    row: true,
    command: "edit-last",
    of: "user",
    whenFree: true,
    // The turns of a summary come back when one goes back to them (RW-4).
    offered: (value, thread) => (isShown(value) || homeOf(thread) !== thread) && canBeEdited(value.message),
    run: ({ thread, cell }) => edit(thread, cell.get().message, { from: "message" }),
  },
  {
    id: "try-again",
    icon: RotateCcw,
    row: true,
    command: "try-again",
    whenFree: true,
    offered: (value) => isShown(value) && isAnswer(value),
    run: ({ thread, cell }) => tryAgain(thread, cell.id),
  },
  {
    id: "try-again-with",
    icon: RefreshCcwDot,
    row: false,
    command: "try-again-with",
    whenFree: true,
    offered: (value) => isShown(value) && isAnswer(value),
    run: ({ thread, cell }) => chooseForRetry(thread, cell.get().message),
  },
  {
    id: "copy",
    icon: Copy,
    row: true,
    command: "copy-answer",
    offered: hasText,
    run: ({ cell }) => copyText(sourceOf(cell.get().message)),
  },
  {
    id: "branch",
    icon: GitBranch,
    row: true,
    offered: isSaid,
    run: ({ thread, cell }) => branchFrom(thread, cell.get().message.id),
  },
  {
    id: "branch-with",
    icon: GitBranchPlus,
    row: false,
    whenFree: true,
    popup: "dialog",
    offered: (value) => isShown(value) && isSaid(value),
    run: chooseBranch,
  },
  {
    id: "label",
    icon: Tag,
    row: true,
    popup: "dialog",
    offered: isSaid,
    run: (subject) => ask().labelMessage(subject),
  },
  {
    id: "ask-aside",
    icon: PanelRight,
    row: true,
    offered: isSaid,
    run: ({ thread, cell }) => ask().askSidecar(thread, cell.get().message.id),
  },
];

const details: MessageAction = {
  id: "details",
  icon: Info,
  row: true,
  popup: "dialog",
  offered: isAnswer,
  run: showDetails,
};

/** All actions in the order of the menu. */
export const messageActions = (): readonly MessageAction[] => [
  ...ofEveryMessage,
  ...actionsOfKinds(),
  details,
];
