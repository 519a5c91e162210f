/**
 * The side panel as a pure function of events. Beside the main thread stands another session (BR-3), hidden turns (RW-3) or a summary with
 * its turns (CP-7), read side by side. Over that lies a sidecar (BR-4), and over the sidecar its hidden turns. Closing one shows the item beneath. The window draws the
 * resulting state. Main's news are events like any other.
 */

import type { Sidecar } from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";

/**
 * Hidden messages that are read for themselves, because no visible marker leads to them: an earlier attempt at an answer, turns whose marker
 * is hidden as well, or in a sidecar the turns behind its summary.
 */
export type Unmarked = "attempt" | "turns" | "summarised";

export interface UnmarkedAt {
  of: Unmarked;
  /** The one of the messages for which they were opened. */
  message_id: MessageId;
}

/** An item read side by side with the main thread. */
export type Read =
  | { kind: "session"; session_id: SessionId }
  | { kind: "timeline"; session_id: SessionId; op_id: OpId }
  | ({ kind: "unmarked"; session_id: SessionId; op_id: OpId } & UnmarkedAt)
  | SummaryItem;

/** A summary, named by its message. An edited one has another message, and the same tail. */
export interface SummaryItem {
  kind: "summary";
  session_id: SessionId;
  message_id: MessageId;
  tail_start_id: MessageId;
  /** Set for a summary that stands among the turns of a later one. */
  earlier?: true;
}

export interface SidecarItem {
  kind: "sidecar";
  /** The session that the sidecar stands beside. */
  main: SessionId;
  /** Absent while main makes the sidecar, or has not told which one is open. */
  session_id?: SessionId;
  /** The last message that was copied into the sidecar. Copied messages are not shown again. */
  copied_through?: MessageId;
  /** Set if this window has just made the sidecar, so nothing was said in it. */
  fresh?: true;
}

/** Hidden turns of the sidecar beneath, which lie over the main thread. */
export interface Compared extends Partial<UnmarkedAt> {
  kind: "compared";
  session_id: SessionId;
  op_id: OpId;
}

export type Item = Read | SidecarItem | Compared;

export interface Panel {
  /** The session that the main thread has drawn: null for a new one, undefined before the first. */
  main: SessionId | null | undefined;
  /** The items, bottom first, at most one of each level. */
  stack: readonly Item[];
  /** True if the panel is in sight where panel and main thread share one place. */
  front: boolean;
  /** The sidecars of `main`, oldest first, including closed ones. */
  sidecars: readonly Sidecar[];
  /**
   * The number of this window's calls under way that open or close a sidecar. Until they are done, a list does not decide which sidecar is
   * open.
   */
  deeds: number;
  /** True once the user has opened anything. The session read at the last start then stays away. */
  touched: boolean;
  /** A session that was deleted while it was read here. If it is restored, it returns beside the same main thread. */
  trashed: { session_id: SessionId; main: Panel["main"] } | undefined;
}

export type PanelEvent =
  /** The main thread turns to a session, which is drawn later. */
  | { type: "main-asked"; session_id: SessionId | null }
  /** The main thread has drawn a session; `sidecars` are those of the session. */
  | { type: "main-shown"; session_id: SessionId | null | undefined; sidecars: readonly Sidecar[] }
  /** Main's news of the sidecars of a session. */
  | { type: "sidecars"; session_id: SessionId; sidecars: readonly Sidecar[] }
  /** The timelines that are hidden in a session now, and have a marker. */
  | { type: "hidden-turns"; session_id: SessionId; op_ids: readonly OpId[] }
  /** The messages of an item without a marker are not hidden any more, or not by the same op. */
  | { type: "gone"; item: Item }
  /** The summary that the main thread shows now; undefined for none. */
  | {
      type: "summary";
      session_id: SessionId;
      shown: Pick<SummaryItem, "message_id" | "tail_start_id"> | undefined;
    }
  /** The user asks for an item here and now. */
  | { type: "open"; item: Item }
  /** An item that was read at the last start, or before its session was deleted. `covered`: a sidecar may stand over it. */
  | { type: "remembered"; item: Read; covered: boolean }
  /** This window asks main to open or to close a sidecar. */
  | { type: "deed-begun" }
  | { type: "deed-done" }
  /** Main has told which sidecar stands in the asked place. */
  | { type: "stored"; sidecar: SidecarItem }
  /** The requested sidecar cannot be opened. */
  | { type: "refused" }
  /** Removes the item of a kind, with all that lies over it. */
  | { type: "close"; kind: Item["kind"] }
  /** A session was moved to the trash. */
  | { type: "removed"; session_id: SessionId }
  | { type: "front"; front: boolean };

export const NO_PANEL: Panel = {
  main: undefined,
  stack: [],
  front: false,
  sidecars: [],
  deeds: 0,
  touched: false,
  trashed: undefined,
};

const LEVELS = { session: 0, timeline: 0, unmarked: 0, summary: 0, sidecar: 1, compared: 2 } as const;
const levelOf = ({ kind }: Pick<Item, "kind">): number => LEVELS[kind];

const isRead = (item: Item): item is Read => levelOf(item) === LEVELS.session;
const isSidecar = (item: Item): item is SidecarItem => item.kind === "sidecar";
const isCompared = (item: Item): item is Compared => item.kind === "compared";

type Stack = Pick<Panel, "stack">;
/** Returns the item that is read side by side, even under a sidecar. */
export const readIn = ({ stack }: Stack): Read | undefined => stack.find(isRead);
export const sidecarIn = ({ stack }: Stack): SidecarItem | undefined => stack.find(isSidecar);
export const comparedIn = ({ stack }: Stack): Compared | undefined => stack.find(isCompared);
/** Returns the item that stands in the panel itself. */
export const shownIn = (panel: Stack): Read | SidecarItem | undefined => sidecarIn(panel) ?? readIn(panel);
/** Returns the sidecar that main has open; undefined if none is. */
export const openOf = (sidecars: readonly Sidecar[]): Sidecar | undefined =>
  sidecars.findLast(({ closed_at }) => closed_at === undefined);

/** Turns a listed sidecar into an item of the panel. */
export const sidecarItem = (
  main: SessionId,
  { id, copied_through }: Pick<Sidecar["session"], "id" | "copied_through">,
): SidecarItem => ({
  kind: "sidecar",
  main,
  session_id: id,
  ...(copied_through === undefined ? {} : { copied_through }),
});

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Leaves the front when an item of another kind comes up, because nobody has asked for that one. */
function frontAfter(panel: Panel, stack: readonly Item[]): boolean {
  const [before, after] = [shownIn(panel), shownIn({ stack })];
  if (after === undefined || (before !== undefined && levelOf(before) !== levelOf(after))) return false;
  // Once the item over the main thread is gone, the sidecar is seen again.
  return panel.front || (comparedIn(panel) !== undefined && comparedIn({ stack }) === undefined);
}

/** Returns the same object if nothing changes. */
const withStack = (panel: Panel, stack: readonly Item[]): Panel =>
  same(stack, panel.stack) ? panel : { ...panel, stack, front: frontAfter(panel, stack) };

/** Puts an item at its level. Lower items stay; the old item of this level goes, with all above. */
const put = (stack: readonly Item[], item: Item): readonly Item[] => [
  ...stack.filter((other) => levelOf(other) < levelOf(item)),
  item,
];

/** Removes the items that `goes` names, and the hidden turns of a removed sidecar. */
function drop(panel: Panel, goes: (item: Item) => boolean): Panel {
  const left = panel.stack.filter((item) => !goes(item));
  const sidecar = sidecarIn({ stack: left })?.session_id;
  return withStack(
    panel,
    left.filter((item) => !isCompared(item) || item.session_id === sidecar),
  );
}

/** Follows main's choice of the open sidecar, but does not cover an item that is read side by side. */
function follow(panel: Panel): Panel {
  const { main, stack, sidecars, deeds } = panel;
  const sidecar = sidecarIn(panel);
  const isAsked = sidecar !== undefined && sidecar.session_id === undefined;
  if (deeds > 0 || isAsked || !main || (sidecar === undefined && stack.length > 0)) return panel;
  const open = openOf(sidecars)?.session;
  if (open === undefined || open.id === main) return drop(panel, isSidecar);
  return open.id === sidecar?.session_id ? panel : withStack(panel, put(stack, sidecarItem(main, open)));
}

const withSidecars = (panel: Panel, sidecars: readonly Sidecar[]): Panel =>
  follow(same(sidecars, panel.sidecars) ? panel : { ...panel, sidecars });

/**
 * Returns true if an item may stand beside the session `main`. Sidecars and timelines belong to one session; a session may stand beside any
 * other.
 */
function isOf(item: Item, main: Panel["main"]): boolean {
  if (item.kind === "session") return item.session_id !== main;
  if (item.kind !== "sidecar" && item.kind !== "compared") return item.session_id === main;
  return isCompared(item) || item.main === main;
}

function turnTo(panel: Panel, main: Panel["main"], sidecars: readonly Sidecar[]): Panel {
  if (main === panel.main) return withSidecars(panel, sidecars);
  const left = panel.stack.filter((item) => isOf(item, main));
  const open = openOf(sidecars)?.session;
  // One sidecar replaces the other in one step. An item that is read side by side is not covered.
  const takesOver = main && open && open.id !== main && (sidecarIn(panel) !== undefined || left.length === 0);
  const isAsked = left.some(isSidecar);
  const stack = takesOver && !isAsked ? put(left, sidecarItem(main, open)) : left;
  const turned = drop({ ...withStack(panel, stack), main, sidecars }, () => false);
  return follow(turned);
}

function open(panel: Panel, item: Item): Panel {
  if (item.kind === "session" && item.session_id === panel.main) return panel;
  if (isSidecar(item) && item.session_id === item.main) return panel;
  if (isCompared(item) && item.session_id !== sidecarIn(panel)?.session_id) return panel;
  const known = panel.stack.find((other) => same(other, item)) ?? item;
  const stack = put(panel.stack, known);
  // The hidden turns of a sidecar take the place of the sidecar in sight.
  return { ...panel, stack, front: !isCompared(item), touched: true, trashed: undefined };
}

function remember(panel: Panel, { item, covered }: Extract<PanelEvent, { type: "remembered" }>): Panel {
  if (readIn(panel) !== undefined || !isOf(item, panel.main)) return panel;
  if (covered && sidecarIn(panel) !== undefined)
    return { ...panel, stack: [item, ...panel.stack], trashed: undefined };
  // The remembered session replaces a sidecar that merely was still open, because nobody has asked for that. It replaces nothing that the
  // user has opened.
  if (panel.touched && panel.trashed?.session_id !== item.session_id) return panel;
  return { ...withStack(panel, [item]), trashed: undefined };
}

function store(panel: Panel, sidecar: SidecarItem): Panel {
  const asked = sidecarIn(panel);
  if (asked === undefined || asked.session_id !== undefined || asked.main !== sidecar.main) return panel;
  return sidecar.session_id === sidecar.main ? panel : withStack(panel, put(panel.stack, sidecar));
}

function remove(panel: Panel, session_id: SessionId): Panel {
  const wasRead = panel.stack.some((item) => item.kind === "session" && item.session_id === session_id);
  const left = drop(panel, (item) => item.session_id === session_id);
  const sidecars = left.sidecars.filter(({ session }) => session.id !== session_id);
  const trashed = wasRead ? { session_id, main: panel.main } : left.trashed;
  return same([sidecars, trashed], [left.sidecars, left.trashed]) ? left : { ...left, sidecars, trashed };
}

/**
 * Follows the summary of the main thread. An edited one takes the place of the one that is read. An earlier one is still read among the
 * turns of the shown one. Any other is gone.
 */
function takeSummary(panel: Panel, { session_id, shown }: Extract<PanelEvent, { type: "summary" }>): Panel {
  const read = readIn(panel);
  if (read?.kind !== "summary" || read.session_id !== session_id) return panel;
  const isSame = !read.earlier && shown?.tail_start_id === read.tail_start_id;
  if (shown === undefined || (!isSame && read.message_id > shown.message_id))
    return drop(panel, (item) => item === read);
  if (!isSame) return panel;
  const stack = panel.stack.map((item) => (item === read ? { ...read, ...shown } : item));
  return withStack(panel, stack);
}

/** Makes room for the session that the user turns to. */
function takeAsked(panel: Panel, asked: SessionId | null): Panel {
  // A session is written in at one place only. A promoted sidecar leaves the panel.
  const left = drop(
    panel,
    ({ kind, session_id }) => (levelOf({ kind }) > 0 || kind === "session") && session_id === asked,
  );
  // Behind an item that is read, nobody would see that session come. A sidecar gives its place to the one of that session.
  return left.front && sidecarIn(left) === undefined ? { ...left, front: false } : left;
}

/** Returns true if a deleted session that was read here, and is now restored, is to be read here again. Pure. */
export const comesBack = (panel: Panel, session_id: SessionId): boolean =>
  panel.trashed?.session_id === session_id &&
  panel.trashed.main === panel.main &&
  readIn(panel) === undefined;

/** Returns the panel after an event; the same object if nothing has changed. Pure. */
export function reduce(panel: Panel, event: PanelEvent): Panel {
  switch (event.type) {
    case "main-asked":
      return takeAsked(panel, event.session_id);
    case "main-shown":
      return turnTo(panel, event.session_id, event.sidecars);
    case "sidecars":
      return event.session_id === panel.main ? withSidecars(panel, event.sidecars) : panel;
    case "hidden-turns":
      return drop(
        panel,
        (item) =>
          "op_id" in item &&
          !("of" in item) &&
          item.session_id === event.session_id &&
          !event.op_ids.includes(item.op_id),
      );
    case "gone":
      return drop(panel, (item) => same(item, event.item));
    case "summary":
      return takeSummary(panel, event);
    case "open":
      return open(panel, event.item);
    case "remembered":
      return remember(panel, event);
    case "deed-begun":
      return { ...panel, deeds: panel.deeds + 1 };
    case "deed-done":
      return { ...panel, deeds: Math.max(0, panel.deeds - 1) };
    case "stored":
      return store(panel, event.sidecar);
    case "refused":
      return drop(panel, (item) => isSidecar(item) && item.session_id === undefined);
    case "close":
      return drop(panel, (item) => levelOf(item) >= LEVELS[event.kind]);
    case "removed":
      return remove(panel, event.session_id);
    case "front":
      return event.front === panel.front || (event.front && panel.stack.length === 0)
        ? panel
        : { ...panel, front: event.front, touched: true };
  }
}
