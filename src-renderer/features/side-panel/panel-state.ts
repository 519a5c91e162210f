/**
 * The side panel as a pure function of what happens. Beside the main thread stands another session (BR-3) or hidden turns (RW-3), read side
 * by side; over that a sidecar (BR-4); over that the hidden turns of the sidecar. Closing one shows what lies beneath. The window draws the
 * state that comes out of here, and main's news are events like any other.
 */

import type { Sidecar } from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";

/** Read side by side with the main thread. */
export type Read =
  | { kind: "session"; session_id: SessionId }
  | { kind: "timeline"; session_id: SessionId; op_id: OpId };

export interface SidecarItem {
  kind: "sidecar";
  /** The session that it stands beside. */
  main: SessionId;
  /** Absent while main makes the sidecar, or has not told which one is open. */
  session_id?: SessionId;
  /** The last message that was copied into it, which is not shown again. */
  copied_through?: MessageId;
  /** Made by this window just now: nothing was said in it. */
  fresh?: true;
}

/** Hidden turns of the sidecar beneath, which lie over the main thread. */
export interface Compared {
  kind: "compared";
  session_id: SessionId;
  op_id: OpId;
}

export type Item = Read | SidecarItem | Compared;

export interface Panel {
  /** The session that the main thread has drawn: null for one to be, undefined before the first. */
  main: SessionId | null | undefined;
  /** Bottom first, at most one of each level. */
  stack: readonly Item[];
  /** Where the panel lies over the main thread: whether the panel is what is seen. */
  front: boolean;
  /** The sidecars of `main`, oldest first, closed ones too. */
  sidecars: readonly Sidecar[];
  /** Deeds of this window that open or close a sidecar and are under way. Until they are done, a list does not say which one is open. */
  deeds: number;
  /** The user has asked for something: the session that was read at the last start does not come back over that. */
  touched: boolean;
  /** A session that was deleted while it was read here: it comes back with its session, beside the same main thread. */
  trashed: { session_id: SessionId; main: Panel["main"] } | undefined;
}

export type PanelEvent =
  /** The main thread turns to a session, which is drawn later. */
  | { type: "main-asked"; session_id: SessionId }
  /** The main thread has drawn a session; `sidecars` are those of it. */
  | { type: "main-shown"; session_id: SessionId | null | undefined; sidecars: readonly Sidecar[] }
  /** Main's news of the sidecars of a session. */
  | { type: "sidecars"; session_id: SessionId; sidecars: readonly Sidecar[] }
  /** The timelines that are hidden in a session now. */
  | { type: "hidden-turns"; session_id: SessionId; op_ids: readonly OpId[] }
  /** The user asks for an item here and now. */
  | { type: "open"; item: Item }
  /** An item was read at the last start, or before its session was deleted; `covered`: a sidecar may stand over it. */
  | { type: "remembered"; item: Read; covered: boolean }
  /** This window asks main to open or to close a sidecar. */
  | { type: "deed-begun" }
  | { type: "deed-done" }
  /** Main has told which sidecar stands where one was asked for. */
  | { type: "stored"; sidecar: SidecarItem }
  /** The sidecar that was asked for cannot be had. */
  | { type: "refused" }
  /** Takes what is of a kind away, with all that lies over it. */
  | { type: "close"; kind: Item["kind"] }
  /** A session is in the trash. */
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

const LEVELS = { session: 0, timeline: 0, sidecar: 1, compared: 2 } as const;
const levelOf = ({ kind }: Pick<Item, "kind">): number => LEVELS[kind];

const isRead = (item: Item): item is Read => item.kind === "session" || item.kind === "timeline";
const isSidecar = (item: Item): item is SidecarItem => item.kind === "sidecar";
const isCompared = (item: Item): item is Compared => item.kind === "compared";

type Stack = Pick<Panel, "stack">;
/** The item that is read side by side, also while a sidecar stands over it. */
export const readIn = ({ stack }: Stack): Read | undefined => stack.find(isRead);
export const sidecarIn = ({ stack }: Stack): SidecarItem | undefined => stack.find(isSidecar);
export const comparedIn = ({ stack }: Stack): Compared | undefined => stack.find(isCompared);
/** The item that stands in the panel itself. */
export const shownIn = (panel: Stack): Read | SidecarItem | undefined => sidecarIn(panel) ?? readIn(panel);
/** The sidecar that main has open; undefined where none is. */
export const openOf = (sidecars: readonly Sidecar[]): Sidecar | undefined =>
  sidecars.findLast(({ closed_at }) => closed_at === undefined);

/** A listed sidecar as it stands in the panel. */
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

/** Leaves the front when another kind of item stands there: nobody has asked for that. */
function frontAfter(panel: Panel, stack: readonly Item[]): boolean {
  const [before, after] = [shownIn(panel), shownIn({ stack })];
  if (after === undefined || (before !== undefined && levelOf(before) !== levelOf(after))) return false;
  // With the item over the main thread gone, the sidecar is seen again.
  return panel.front || (comparedIn(panel) !== undefined && comparedIn({ stack }) === undefined);
}

/** The same object where nothing changes. */
const withStack = (panel: Panel, stack: readonly Item[]): Panel =>
  same(stack, panel.stack) ? panel : { ...panel, stack, front: frontAfter(panel, stack) };

/** Puts an item in its place: what lies beneath stays, what stood there and above goes. */
const put = (stack: readonly Item[], item: Item): readonly Item[] => [
  ...stack.filter((other) => levelOf(other) < levelOf(item)),
  item,
];

/** Without those that `goes` names, and without the hidden turns of a sidecar that is gone. */
function drop(panel: Panel, goes: (item: Item) => boolean): Panel {
  const left = panel.stack.filter((item) => !goes(item));
  const sidecar = sidecarIn({ stack: left })?.session_id;
  return withStack(
    panel,
    left.filter((item) => !isCompared(item) || item.session_id === sidecar),
  );
}

/** Main has said which sidecar is open: the panel follows, without covering what is read side by side. */
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

/** Takes away items that were put there for another session; a session that is read side by side stays. */
function isOf(item: Item, main: Panel["main"]): boolean {
  if (item.kind === "session") return item.session_id !== main;
  if (item.kind === "timeline") return item.session_id === main;
  return isCompared(item) || item.main === main;
}

function turnTo(panel: Panel, main: Panel["main"], sidecars: readonly Sidecar[]): Panel {
  if (main === panel.main) return withSidecars(panel, sidecars);
  const left = panel.stack.filter((item) => isOf(item, main));
  const open = openOf(sidecars)?.session;
  // One sidecar gives its place to the next in one step; what is read side by side is not covered.
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
  // Hidden turns of a sidecar are seen in the place of the sidecar.
  return { ...panel, stack, front: !isCompared(item), touched: true, trashed: undefined };
}

function remember(panel: Panel, { item, covered }: Extract<PanelEvent, { type: "remembered" }>): Panel {
  if (readIn(panel) !== undefined || !isOf(item, panel.main)) return panel;
  if (covered && sidecarIn(panel) !== undefined)
    return { ...panel, stack: [item, ...panel.stack], trashed: undefined };
  // A sidecar that was merely still open has not been asked for.
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

/** Returns true if a session that was read here, deleted, and brought back is to be read here again. Pure. */
export const comesBack = (panel: Panel, session_id: SessionId): boolean =>
  panel.trashed?.session_id === session_id &&
  panel.trashed.main === panel.main &&
  readIn(panel) === undefined;

/** The panel after an event. Pure; the same object where nothing has changed. */
export function reduce(panel: Panel, event: PanelEvent): Panel {
  switch (event.type) {
    case "main-asked":
      // A session is written in at one place. A promoted sidecar gives its place back.
      return drop(panel, (item) => item.kind !== "timeline" && item.session_id === event.session_id);
    case "main-shown":
      return turnTo(panel, event.session_id, event.sidecars);
    case "sidecars":
      return event.session_id === panel.main ? withSidecars(panel, event.sidecars) : panel;
    case "hidden-turns":
      return drop(
        panel,
        (item) =>
          "op_id" in item && item.session_id === event.session_id && !event.op_ids.includes(item.op_id),
      );
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
