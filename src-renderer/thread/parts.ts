/**
 * The kinds of message parts. Code that draws, copies, finds or announces a part asks its kind here and never looks at its type. Each kind
 * is one file, `features/chat/parts/<kind>.part.tsx`; that folder registers the kinds.
 */

import type { FileUIPart } from "ai";
import type { ReactNode } from "react";
import type { AttachmentRef } from "../../src-preload/contract/domain/attachments";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { TextToFind } from "../../src-preload/contract/domain/matching";
import type { BraidPart, StoredMessage } from "../../src-preload/contract/domain/messages";
import type { PruneLevel } from "../../src-preload/contract/domain/pruning";
import type { TodoItem } from "../../src-preload/contract/domain/tools";
import type { MessageAction } from "./message-action";

export interface DrawnPart<P extends BraidPart = BraidPart> {
  part: P;
  /** Unique in the message. */
  name: string;
  /** The message is being written. */
  live: boolean;
  byUser: boolean;
  /** The files of the message, with their sizes. */
  attachments?: readonly AttachmentRef[] | undefined;
  /** Milliseconds that the part took, where the store knows. */
  took?: number | undefined;
  /** Present where the model does not read all of the part (PR-2). */
  pruned?: Pruned | undefined;
  /** The text that the model reads in the place of the part's output (RN-6). */
  summary?: string | undefined;
  /** The pictures that a call shows (AG-1). */
  pictures?: readonly FileUIPart[] | undefined;
}

export interface Pruned {
  level: PruneLevel;
  session_id: SessionId;
  message_id: MessageId;
  index: number;
}

export interface PartKind<P extends BraidPart = BraidPart> {
  /** Looks at the type alone: the first answer for a type is kept. */
  matches(part: BraidPart): part is P;
  /** A component; it renders when its part is another object. */
  Draw(drawn: DrawnPart<P>): ReactNode;
  /** Guesses CSS pixels, before the part is drawn. */
  height?(part: P): number;
  /** The part's source in a copy of the message. A copy leaves out kinds without it. */
  source?(part: P): string;
  /**
   * The texts that a search looks through: `textsToFind`, by which main counts them. `Draw` puts each, in their order, into an element of
   * class `text` or with `FINDABLE`, and while they are folded a `FoldedTexts`. A kind whose words are not searched marks the elements around
   * such a text with `NOT_FOUND`.
   */
  findable?(part: P): readonly TextToFind[];
  /** The words that name the message, and that are read out when it has ended. */
  announced?(part: P): string;
  /** True for an invisible part: a message of such parts alone is still empty. */
  isUnseen?(part: P): boolean;
  /**
   * True where such a part makes its message no answer: the conversation draws a note in place of an article (`slots.SummaryNote`), and
   * never `Draw`.
   */
  isAlone?(part: P): boolean;
  /** True for a part that folds into one line with its neighbours, where three or more of them follow each other. */
  folds?(part: P): boolean;
  /** True for a question that waits for its user. */
  waits?(part: P): boolean;
  /** The list of things to do that the part brings. */
  todos?(part: P): readonly TodoItem[] | undefined;
  /** Actions on a message with such a part, listed after those that every message has. */
  actions?: readonly MessageAction[];
}

/** Attributes of an element whose words a search leaves out. */
export const NOT_FOUND = { "data-not-found": "" };

/** Attributes of an element that holds one text of `findable` as it is written. */
export const FINDABLE = { "data-findable": "" };

/** Stands for every kind until the kinds are registered: they come with the conversation, after the first frame. */
const NOT_YET: PartKind = { matches: (part): part is BraidPart => part !== undefined, Draw: () => null };

let kinds: readonly PartKind[] = [];
let unknown = NOT_YET;
const byType = new Map<string, PartKind>();

/** @param other takes the parts that no kind matches */
export function registerPartKinds(all: readonly PartKind[], other: PartKind): void {
  kinds = all;
  unknown = other;
  byType.clear();
}

export function kindOf(part: BraidPart): PartKind {
  const known = byType.get(part.type) ?? kinds.find((kind) => kind.matches(part)) ?? unknown;
  byType.set(part.type, known);
  return known;
}

/** The words that `say` gives for each part, with the part's index. Leaves out parts without words. */
function wordsOf(
  { parts }: Pick<StoredMessage, "parts">,
  say: "source" | "announced",
): { text: string; index: number }[] {
  return parts.flatMap((part, index) => {
    const text = kindOf(part)[say]?.(part) ?? "";
    return text === "" ? [] : [{ text, index }];
  });
}

export const sourcesOf = (message: Pick<StoredMessage, "parts">) => wordsOf(message, "source");

/** The texts of the parts that a search looks through. */
export const findableOf = ({ parts }: Pick<StoredMessage, "parts">): TextToFind[] =>
  parts.flatMap((part) => kindOf(part).findable?.(part) ?? []);

export const announcedOf = (message: Pick<StoredMessage, "parts">): string[] =>
  wordsOf(message, "announced").map(({ text }) => text);

/** True for an answer that has no end yet because it waits for its user, also after a restart (LY-6). */
export const isWaiting = ({ parts, metadata }: Pick<StoredMessage, "parts" | "metadata">): boolean =>
  metadata.finish_reason === undefined && parts.some((part) => kindOf(part).waits?.(part) === true);

/** The newest list of things to do in a message. */
export function todosOf({ parts }: Pick<StoredMessage, "parts">): readonly TodoItem[] | undefined {
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at];
    const todos = part && kindOf(part).todos?.(part);
    if (todos !== undefined) return todos;
  }
  return undefined;
}

/** True where a note stands for the message. An outline has no parts yet: its mark decides. */
export const isAlone = ({
  metadata,
  parts,
  away,
}: Pick<StoredMessage, "metadata" | "parts" | "away">): boolean =>
  metadata.synthetic === true &&
  (away === true || parts.some((part) => kindOf(part).isAlone?.(part) === true));

export const isUnseen = (part: BraidPart): boolean => kindOf(part).isUnseen?.(part) === true;

/** True where the message has a visible part. */
export const hasContent = ({ parts }: Pick<StoredMessage, "parts">): boolean =>
  parts.some((part) => !isUnseen(part));

/** The actions of the registered kinds. */
export const actionsOfKinds = (): readonly MessageAction[] => kinds.flatMap(({ actions = [] }) => actions);
