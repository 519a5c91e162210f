/** Finds the places of labelled messages beside the scroll bar. Pure. */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { LabelShare } from "../../../src-preload/contract/domain/labels";

/** CSS pixels: marks that stand closer are one. */
const APART = 8;

/** The part of a session that is loaded, and the part that is not. */
export interface Extent {
  /** CSS pixels of all that can be scrolled. */
  height: number;
  /** The user's messages that are loaded, and those of the whole session. */
  loaded: number;
  turns: number;
  /** True while earlier messages are not loaded. */
  more: boolean;
}

export interface Mark {
  message_id: MessageId;
  names: readonly string[];
  /** From 0 at the top to 1 at the end. */
  at: number;
}

type Names = ReadonlyMap<MessageId, readonly string[]>;

/** CSS pixels: earlier turns are guessed to be as high as the loaded ones. */
function heightBefore({ height, loaded, turns, more }: Extent): number {
  return more && loaded > 0 ? (Math.max(0, turns - loaded) * height) / loaded : 0;
}

/**
 * The marks from top to end. They stand where the scroll bar would have the messages if all were loaded; so each keeps its place when more
 * is loaded.
 * @param topOf CSS pixels from the top of what is loaded; undefined for a message that is not loaded
 * @param earlier the labelled messages that are not loaded
 */
export function marksOf(
  names: Names,
  topOf: (id: MessageId) => number | undefined,
  earlier: readonly LabelShare[],
  extent: Extent,
): Mark[] {
  const before = heightBefore(extent);
  const whole = before + extent.height;
  const shares = new Map(earlier.map(({ message_id, share }) => [message_id, share]));
  const marks: Mark[] = [];
  for (const [message_id, itsNames] of names) {
    const top = topOf(message_id);
    const share = shares.get(message_id);
    if (top !== undefined) marks.push({ message_id, names: itsNames, at: (before + top) / whole });
    else if (share !== undefined) marks.push({ message_id, names: itsNames, at: (share * before) / whole });
  }
  return marks.sort((a, b) => a.at - b.at);
}

/** Joins marks that would cover each other: the first one keeps its place, and takes the names of the others. @param track CSS pixels */
export function gathered(marks: readonly Mark[], track: number): Mark[] {
  const pins: (Omit<Mark, "names"> & { names: Set<string> })[] = [];
  for (const mark of marks) {
    const last = pins.at(-1);
    if (last === undefined || (mark.at - last.at) * track >= APART)
      pins.push({ ...mark, names: new Set(mark.names) });
    else for (const name of mark.names) last.names.add(name);
  }
  return pins.map((pin) => ({ ...pin, names: [...pin.names] }));
}
