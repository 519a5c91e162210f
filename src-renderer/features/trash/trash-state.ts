/** The sessions in the trash, page by page, kept up to date by the app's events while the trash is open (DB-10). */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { TrashCursor, TrashedSession, TrashPage } from "../../../src-preload/contract/domain/trash";
import { say } from "../../platform/announce";
import { call, onAppEvent, toErrorInfo } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { quoted } from "../../platform/language/undo-words";
import { latest } from "../../platform/latest";

/** The most entries that one call gives. */
const PAGE = 200;

export interface TrashState {
  /** True once the first page is loaded. */
  loaded: boolean;
  /** True once the wanted session is loaded, too, or cannot be. */
  reached: boolean;
  /** The last deleted first. */
  sessions: readonly TrashedSession[];
  /** The count of all sessions in the trash. */
  count: number;
  next: TrashCursor | undefined;
  emptying: boolean;
  /** The failure of the last action. */
  failure: ErrorInfo | undefined;
}

const EMPTY: TrashState = {
  loaded: false,
  reached: false,
  sessions: [],
  count: 0,
  next: undefined,
  emptying: false,
  failure: undefined,
};

export const trash = createStore<TrashState>(() => EMPTY);

export const dismissFailure = (): void => trash.setState({ failure: undefined });

/** Runs an action, and shows its failure in the dialog. */
export function attempt(action: () => Promise<unknown>): void {
  dismissFailure();
  action().catch((error: unknown) => trash.setState({ failure: toErrorInfo(error) }));
}

/**
 * Puts the newest page before the known entries. If the two do not meet, unknown entries lie between, so the list begins anew with the
 * page. Pure.
 */
export function withNewest(
  { sessions, next }: Pick<TrashState, "sessions" | "next">,
  page: TrashPage,
): Pick<TrashState, "sessions" | "next" | "count" | "loaded"> {
  const come = new Set(page.sessions.map(({ id }) => id));
  const meets = page.next === undefined || sessions.some(({ id }) => come.has(id));
  const others = meets && page.next !== undefined ? sessions.filter(({ id }) => !come.has(id)) : [];
  return {
    sessions: [...page.sessions, ...others],
    next: others.length > 0 ? next : page.next,
    count: page.count,
    loaded: true,
  };
}

const newest = latest();

/** The last load of the newest page that was begun. */
let loading: Promise<unknown> = Promise.resolve();

async function loadNewest(): Promise<void> {
  loading = newest(
    () => call("trash.list", { limit: PAGE }),
    (page) => trash.setState((state) => withNewest(state, page)),
  );
  await loading;
}

/** Loads the newest page. A load that was overtaken brings nothing, so this waits for the one that overtook it. @throws CallError */
async function loadFirst(): Promise<void> {
  await loadNewest();
  for (let awaited: unknown; awaited !== loading; ) {
    awaited = loading;
    await awaited;
  }
}

let more: Promise<void> | undefined;

async function loadAfter(before: TrashCursor): Promise<void> {
  const page = await call("trash.list", { limit: PAGE, before });
  trash.setState((state) => {
    // The list has begun anew meanwhile.
    if (state.next?.id !== before.id) return {};
    const known = new Set(state.sessions.map(({ id }) => id));
    const come = page.sessions.filter(({ id }) => !known.has(id));
    return { sessions: [...state.sessions, ...come], next: page.next, count: page.count };
  });
}

export function loadMore(): void {
  const { next } = trash.getState();
  if (next === undefined || more !== undefined) return;
  more = loadAfter(next).finally(() => {
    more = undefined;
  });
  const under_way = more;
  attempt(() => under_way);
}

/** Loads pages until a session is there, or all are. @throws CallError */
async function loadThrough(session_id: SessionId): Promise<void> {
  for (;;) {
    const { next, sessions } = trash.getState();
    if (next === undefined || sessions.some(({ id }) => id === session_id)) return;
    await loadAfter(next);
  }
}

function leave(session_id: SessionId): void {
  trash.setState(({ sessions, count }) => ({
    sessions: sessions.filter(({ id }) => id !== session_id),
    count: Math.max(0, count - 1),
  }));
}

/** Loads the trash, as far as a session if one is wanted. Returns the function that stops following. */
export function followTrash(wanted?: SessionId): () => void {
  trash.setState(EMPTY);
  const stop = onAppEvent((event) => {
    if (event.type === "trash-left") leave(event.session_id);
    else if (event.type === "sessions-removed" || event.type === "sessions-arrived") attempt(loadNewest);
  });
  attempt(async () => {
    try {
      await loadFirst();
      if (wanted !== undefined) await loadThrough(wanted);
    } finally {
      trash.setState({ reached: true });
    }
  });
  return stop;
}

/**
 * Restores a session. For a sidecar the announcement names its main session, because no list shows a sidecar by itself. @throws CallError
 */
export async function restore({ id, title, sidecar_of }: TrashedSession): Promise<void> {
  const session = await call("trash.restore", { session_id: id });
  if (session.ephemeral === undefined || sidecar_of === undefined)
    return say(t("trash:restored", { title: quoted(session.title) }));
  say(t("trash:restored-sidecar", { title: quoted(title), of: quoted(sidecar_of) }));
}

export async function remove({ id, title }: TrashedSession): Promise<void> {
  await call("trash.remove", { session_id: id });
  say(t("trash:removed", { title: quoted(title) }));
}

/** Deletes only sessions that the user has seen, because another window may delete more meanwhile. */
export async function emptyTrash(): Promise<void> {
  const [last] = trash.getState().sessions;
  if (last === undefined) return;
  trash.setState({ emptying: true });
  try {
    await call("trash.empty", { through: last.deleted_at });
    say(t("trash:emptied"));
  } finally {
    trash.setState({ emptying: false });
  }
}
