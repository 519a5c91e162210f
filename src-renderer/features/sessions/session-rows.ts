/** Turns the picker's list into the rows of a tree: groups by day or by folder, sessions, and branches under their sessions. Pure. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { type DayGroup, dayGrouper } from "../../platform/language/time";
import { distinctNames } from "../../platform/paths";
import type { SessionListState } from "../../thread/session-list";

/** The group of a folder ends in its path; that of the sessions without a folder in nothing. */
export type RowGroup = "pinned" | DayGroup | `folder ${string}`;

export interface SessionRow {
  kind: "session";
  session: SessionSummary;
  group: RowGroup;
  /** Counted from 1; a branch is one deeper than its session. */
  level: number;
  /** The place among the siblings, counted from 1, and their number; -1 while some are not loaded yet. */
  position: number;
  siblings: number;
  /** Undefined for a session without branches. */
  open: boolean | undefined;
  parent_id: SessionId | undefined;
}

export interface GroupRow {
  kind: "group";
  group: RowGroup;
  /** A moment of the group's day or month. */
  at: number;
  /** The name of the folder, told from others of that name; empty for no folder, undefined for another kind of group. */
  folder?: string;
}

export type TreeRow = GroupRow | SessionRow;

/** A branch says more of itself than its title: its family begins alike. */
export const isBranch = ({ session }: SessionRow): boolean => session.parent_id !== undefined;

type Listed = Pick<SessionListState, "pinned" | "sessions" | "above" | "folded" | "next">;

/**
 * Returns the rows of the tree. A family stands where its newest member belongs, at every level. A branch whose session is not loaded
 * stands at the top level. A group of a folder stands where its newest session belongs.
 */
export function treeRows(listed: Listed, now: number, byFolder: boolean): TreeRow[] {
  const { pinned, sessions, folded, next } = listed;
  const family = new Family(listed);
  const dayGroup = dayGrouper(now);
  const news = family.rootsByNews(sessions);
  const roots: Root[] = [
    ...pinned.map((session) => ({ session, newest: session, group: "pinned" as const })),
    ...(byFolder
      ? inFolders(news)
      : news.map((root) => ({ ...root, group: dayGroup(root.newest.updated_at) }))),
  ];
  const folderNames = byFolder ? distinctNames(roots.map(folderOf)) : undefined;
  const rows: TreeRow[] = [];
  let group: RowGroup | undefined;
  for (const [index, root] of roots.entries()) {
    if (root.group !== group) {
      const folder = root.group === "pinned" ? undefined : folderNames?.get(folderOf(root));
      const named = folder === undefined ? {} : { folder };
      rows.push({ kind: "group", group: root.group, at: root.newest.updated_at, ...named });
    }
    group = root.group;
    const siblings = next === undefined ? roots.length : -1;
    add(rows, family, folded, root, { level: 1, position: index + 1, siblings, parent_id: undefined });
  }
  return rows;
}

interface Root {
  session: SessionSummary;
  /** The newest member of the session's family. */
  newest: SessionSummary;
  group: RowGroup;
}

const folderOf = ({ session }: Pick<Root, "session">): string => session.workspace_root ?? "";

/** Brings the sessions of one folder together, in the order in which the folders come first. */
function inFolders(roots: readonly Omit<Root, "group">[]): Root[] {
  const found = new Map<RowGroup, Root[]>();
  for (const root of roots) {
    const group: RowGroup = `folder ${folderOf(root)}`;
    const others = found.get(group);
    if (others === undefined) found.set(group, [{ ...root, group }]);
    else others.push({ ...root, group });
  }
  return [...found.values()].flat();
}

type Place = Pick<SessionRow, "level" | "position" | "siblings" | "parent_id">;

function add(
  rows: TreeRow[],
  family: Family,
  folded: ReadonlySet<SessionId>,
  { session, group }: { session: SessionSummary; group: RowGroup },
  place: Place,
): void {
  const branches = family.branches(session.id);
  const open = branches.length === 0 ? undefined : !folded.has(session.id);
  rows.push({ kind: "session", session, group, open, ...place });
  if (open !== true) return;
  for (const [index, branch] of branches.entries()) {
    add(
      rows,
      family,
      folded,
      { session: branch, group },
      {
        level: place.level + 1,
        position: index + 1,
        siblings: branches.length,
        parent_id: session.id,
      },
    );
  }
}

/** Parents and children among the loaded sessions. */
class Family {
  private readonly known: ReadonlyMap<SessionId, SessionSummary>;
  private readonly children = new Map<SessionId, SessionSummary[]>();
  /** A pinned session stands at the top level, even if it is a branch. */
  private readonly pinned: ReadonlySet<SessionId>;
  /** The root of each session that has a place. */
  private readonly rootOf = new Map<SessionId, SessionSummary>();

  constructor({ pinned, sessions, above }: Listed) {
    this.known = new Map([...above, ...pinned, ...sessions].map((session) => [session.id, session]));
    this.pinned = new Set(pinned.map(({ id }) => id));
    // Begins with the newest session, which decides the place of all its ancestors. Sessions of `above` without a descendant here get no
    // place.
    for (const session of [...pinned, ...sessions].sort((a, b) => b.updated_at - a.updated_at))
      this.place(session);
  }

  /** Returns the branches, ordered by the newest member of each, newest first. */
  branches(id: SessionId): readonly SessionSummary[] {
    return this.children.get(id) ?? [];
  }

  /** Returns the roots of `sessions`, ordered by the newest member of each family, newest first. */
  rootsByNews(sessions: readonly SessionSummary[]): Omit<Root, "group">[] {
    const found = new Map<SessionId, Omit<Root, "group">>();
    for (const newest of sessions) {
      const session = this.rootOf.get(newest.id) ?? newest;
      if (!this.pinned.has(session.id) && !found.has(session.id)) found.set(session.id, { session, newest });
    }
    return [...found.values()];
  }

  /** Gives a session its place, and all its ancestors that have none yet. */
  private place(session: SessionSummary): void {
    const path: SessionSummary[] = [];
    let at: SessionSummary | undefined = session;
    while (at !== undefined && !this.rootOf.has(at.id)) {
      path.push(at);
      const parent = this.parent(at);
      if (parent !== undefined) this.addBranch(parent.id, at);
      at = parent;
    }
    const top = path.at(-1) ?? session;
    const root = at === undefined ? top : (this.rootOf.get(at.id) ?? at);
    for (const { id } of path) this.rootOf.set(id, root);
  }

  private addBranch(parent_id: SessionId, branch: SessionSummary): void {
    const branches = this.children.get(parent_id);
    if (branches === undefined) this.children.set(parent_id, [branch]);
    else branches.push(branch);
  }

  /** Ids are made in order, so a parent's id is the smaller one. The comparison also breaks a circle in a damaged database. */
  private parent({ id, parent_id }: SessionSummary): SessionSummary | undefined {
    if (parent_id === undefined || parent_id >= id || this.pinned.has(id)) return undefined;
    return this.known.get(parent_id);
  }
}

/** Returns the sessions among the rows, from the top down. */
export const sessionsOf = (rows: readonly TreeRow[]): SessionRow[] =>
  rows.filter((row) => row.kind === "session");
