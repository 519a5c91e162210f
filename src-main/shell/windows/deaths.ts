/**
 * Decides how to open a session on which a page died or hung, so that a start never repeats a death. Pure: `windows.ts` watches the pages,
 * `death-memory.ts` keeps the fates.
 */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { WindowState } from "./window-memory";

/** The deaths of one session; a session without any is drawn. */
export interface Fate {
  /** True where the session is shown as plain text: after a death, or because its user chose so. */
  as_text: boolean;
  /** Deaths that no calm time has made up for since. */
  deaths: number;
  /** Epoch milliseconds of the last change. */
  at: number;
}

export type Fates = ReadonlyMap<SessionId, Fate>;

/** The most fates that are kept; those that changed longest ago are forgotten first. */
const MOST = 200;

/** A session is shown as text after one death. After two it is not opened by itself. */
const MOST_DEATHS = 1;

export type Opening = "drawn" | "as-text" | "none";

/** How a window that had a session open opens it again. */
export function openingOf(fates: Fates, session_id: SessionId): Opening {
  const fate = fates.get(session_id);
  if (fate === undefined) return "drawn";
  if (fate.deaths > MOST_DEATHS) return "none";
  return fate.as_text ? "as-text" : "drawn";
}

function withFate(fates: Fates, session_id: SessionId, fate: Fate | undefined): Fates {
  const others = [...fates].filter(([id]) => id !== session_id);
  const all = fate === undefined ? others : [...others, [session_id, fate] as const];
  return new Map(all.slice(-MOST));
}

/** A page died, or hung, while it showed these sessions. */
export function noteDeath(fates: Fates, session_ids: readonly SessionId[], at: number): Fates {
  return session_ids.reduce((before, session_id) => {
    const deaths = (before.get(session_id)?.deaths ?? 0) + 1;
    return withFate(before, session_id, { as_text: true, deaths, at });
  }, fates);
}

/**
 * Notes that a window did not open the session again. If its user opens it, it is shown as text, and its next death leaves it out again.
 */
export function noteLeftOut(fates: Fates, session_id: SessionId, at: number): Fates {
  return withFate(fates, session_id, { as_text: true, deaths: MOST_DEATHS, at });
}

/**
 * A page has shown the session for a while and still answers. A drawn session is trusted again; the next death of one shown as text counts
 * as its second.
 */
export function noteCalm(fates: Fates, session_id: SessionId, at: number): Fates {
  const fate = fates.get(session_id);
  if (fate === undefined) return fates;
  if (!fate.as_text) return withFate(fates, session_id, undefined);
  return fate.deaths <= MOST_DEATHS
    ? fates
    : withFate(fates, session_id, { ...fate, deaths: MOST_DEATHS, at });
}

/** The user chooses how the session is shown. Its deaths stay until it has been drawn for a while. */
export function noteWish(fates: Fates, session_id: SessionId, as_text: boolean, at: number): Fates {
  const deaths = fates.get(session_id)?.deaths ?? 0;
  const wished = as_text || deaths > 0 ? { as_text, deaths, at } : undefined;
  return withFate(fates, session_id, wished);
}

/** The sessions on a window's page: if it dies, it may have died on one of these. */
export const shownIn = ({
  session_id,
  side_panel,
}: Pick<WindowState, "session_id" | "side_panel">): SessionId[] => [
  ...new Set([session_id, side_panel?.session_id].filter((id) => id !== null && id !== undefined)),
];

/** Leaves sessions out that must not be opened again, when a page is loaded again or the app starts. */
export function reopened<State extends WindowState>(
  state: State,
  fates: Fates,
): { state: State; left_out: SessionId[] } {
  const left_out = shownIn(state).filter((id) => openingOf(fates, id) === "none");
  if (left_out.length === 0) return { state, left_out };
  const { side_panel: _, ...alone } = state;
  if (!left_out.some((id) => id === state.session_id)) return { state: alone as State, left_out };
  // Shows the list of sessions, to choose another one from.
  const layout = state.layout === undefined ? {} : { layout: { ...state.layout, sidebar_open: true } };
  return { state: { ...alone, session_id: null, ...layout } as State, left_out };
}
