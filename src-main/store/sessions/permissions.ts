/**
 * Rules, decisions and modes of permissions (PM-1, PM-2). The rules of a session are in its row, those of a folder in a table. A rule that is
 * given in a helper's session goes to the session at the top of its chain, where its user looks: all helpers there inherit it.
 */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  LedgerEntry,
  ListedRule,
  PermissionMode,
  PermissionRule,
} from "../../../src-preload/contract/domain/permissions";
import type { NewDecision, PermissionStore, RulePlace } from "../../core/ports/permission-store";
import type { Connection } from "../database/connection";
import type { FrameRows } from "../transcript/frames";
import { TASK_SQL } from "./tasks";

/** Sessions whose rules stay parsed. */
const MOST_PARSED = 64;
/** Characters of a target in the ledger: a command may be a whole script. */
const LONGEST_TARGET = 4000;

const LISTED = "workspace_root IS NOT NULL AND archived_at IS NULL AND deleted_at IS NULL";

/** The statements of this file, for the test that looks at their plans. */
export const PERMISSION_SQL = {
  project: `SELECT permission, pattern, action, source, added_at FROM permission_rules WHERE workspace_root = ?`,
  session: `SELECT permissions_json FROM chat_sessions WHERE id = ?`,
  ledger: `SELECT id, permission, target, decision, decided_at FROM permission_decisions
    WHERE session_id = ? ORDER BY id DESC LIMIT ?`,
  used: `SELECT count(*) AS used, max(decided_at) AS used_at FROM permission_decisions
    WHERE rule_pattern = @pattern AND permission = @permission AND rule_source = @source
      AND CASE @source WHEN 'session' THEN session_id IN (
          WITH RECURSIVE down (id) AS (SELECT @session_id
            UNION SELECT t.session_id FROM down CROSS JOIN session_tasks t ON t.parent_id = down.id)
          SELECT id FROM down)
        ELSE workspace_root IS @workspace_root END`,
  /** Goes from folder to folder by the lists' index, and looks at the newest session of each. */
  folders: `WITH RECURSIVE down (root) AS (
      SELECT min(workspace_root) FROM chat_sessions INDEXED BY chat_sessions_workspace WHERE ${LISTED}
      UNION ALL
      SELECT (SELECT min(workspace_root) FROM chat_sessions INDEXED BY chat_sessions_workspace
              WHERE workspace_root > down.root AND ${LISTED})
      FROM down WHERE down.root IS NOT NULL)
    SELECT root FROM down WHERE root IS NOT NULL
    ORDER BY (SELECT max(updated_at) FROM chat_sessions INDEXED BY chat_sessions_workspace
              WHERE workspace_root = root AND ${LISTED}) DESC LIMIT ?`,
} as const;

type StoredRule = Omit<PermissionRule, "added_at"> & { added_at: number };

export function permissionVerbs(connection: Connection, writer: FrameRows): PermissionStore {
  const rows = statements(connection.raw);
  const { ofSession, chainOf, ofChain, ofProject, forget } = rulesReader(rows);
  const rulesIn = ({ session_id, workspace_root }: RulePlace): PermissionRule[] => [
    ...ofSession(session_id),
    ...(workspace_root === undefined ? [] : ofProject(workspace_root)),
  ];
  const topOf = (id: SessionId): SessionId => chainOf(id).at(-1) ?? id;
  const note = (place: RulePlace, decisions: readonly NewDecision[], now: number): void => {
    const workspace_root = place.workspace_root ?? null;
    for (const { rule, target, ...decision } of decisions)
      rows.decide.run({
        ...decision,
        session_id: place.session_id,
        workspace_root,
        target: target.slice(0, LONGEST_TARGET),
        rule_pattern: rule?.pattern ?? null,
        rule_source: rule?.source ?? null,
        now,
      });
  };
  const keep = ({ session_id, workspace_root }: RulePlace, rules: readonly PermissionRule[]): void => {
    const mine = rules.filter(({ source }) => source === "session");
    if (mine.length > 0) {
      const top = topOf(session_id);
      const others = ofSession(top).filter((rule) => !mine.some((added) => isSame(rule, added)));
      rows.setSession.run(JSON.stringify([...others, ...mine]), top);
    }
    if (workspace_root === undefined) return;
    for (const { added_at, ...rule } of rules)
      if (rule.source === "project") rows.add.run({ ...rule, workspace_root, added_at: added_at ?? 0 });
    forget(workspace_root);
  };
  return {
    permissionRules: rulesIn,
    decide: ({ decisions, rules, frame, now, ...place }) => {
      connection.writeSynced(() => {
        keep(place, rules);
        note(place, decisions, now);
        writer.write(frame);
      });
    },
    noteDecisions: ({ decisions, now, ...place }) => connection.write(() => note(place, decisions, now)),
    listedRules: ({ session_id, workspace_root }) => {
      const ofFolder = workspace_root === undefined ? [] : ofProject(workspace_root);
      const place = { session_id: topOf(session_id), workspace_root: workspace_root ?? null };
      const listed = [...ofChain(session_id), ...ofFolder].map((rule): ListedRule => {
        const of = { ...place, ...rule };
        const { used = 0, used_at = null } = rows.used.get(of) ?? {};
        return { ...rule, used, ...(used_at === null ? {} : { used_at }) };
      });
      return listed.sort((a, b) => (b.added_at ?? 0) - (a.added_at ?? 0));
    },
    removeRule: ({ session_id, workspace_root }, rule) =>
      connection.write(() => {
        if (rule.source === "session") {
          for (const id of chainOf(session_id)) {
            const left = ofSession(id).filter((one) => !isSame(one, rule));
            if (left.length < ofSession(id).length) rows.setSession.run(JSON.stringify(left), id);
          }
        } else if (workspace_root !== undefined) {
          rows.remove.run({ ...rule, workspace_root });
          forget(workspace_root);
        }
      }),
    ledger: (session_id, limit) => rows.ledger.all(session_id, limit),
    permissionMode: (workspace_root) => rows.mode.get(workspace_root) ?? "ordinary",
    setPermissionMode: (workspace_root, mode, now) =>
      connection.write(() => {
        rows.setMode.run({ workspace_root, mode, now });
      }),
    recentFolders: (limit) => rows.folders.all(limit),
  };
}

/** Reads rules, and keeps them: each call of each tool asks for them, and answers seldom change them. */
function rulesReader(rows: ReturnType<typeof statements>) {
  const known = new Map<string, StoredRule[]>();
  /** By their text: the same objects as long as nothing changes, so that their patterns are compiled once. */
  const parsed = new Map<string, PermissionRule[]>();
  const ofSession = (id: SessionId): PermissionRule[] => {
    const text = rows.session.get(id) ?? "[]";
    const rules = parsed.get(text) ?? (JSON.parse(text) as PermissionRule[]);
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(text, rules);
    return rules;
  };
  /** The session and those above it; the last one is nobody's helper. */
  const chainOf = (id: SessionId): SessionId[] => [id, ...rows.above.all(id)];
  return {
    ofSession,
    chainOf,
    /** The rules of these sessions, each once. */
    ofChain: (id: SessionId): PermissionRule[] => {
      const rules = chainOf(id).flatMap(ofSession);
      return rules.filter((rule, at) => rules.findIndex((one) => isSame(one, rule)) === at);
    },
    ofProject: (root: string): StoredRule[] => {
      const rules = known.get(root) ?? rows.project.all(root);
      known.set(root, rules);
      return rules;
    },
    /** The rules of a folder have changed. */
    forget: (root: string) => known.delete(root),
  };
}

type RuleName = Pick<PermissionRule, "permission" | "pattern" | "action">;

const isSame = (one: RuleName, other: RuleName): boolean =>
  one.permission === other.permission && one.pattern === other.pattern && one.action === other.action;

function statements(raw: Connection["raw"]) {
  return {
    project: raw.prepare<[string], StoredRule>(PERMISSION_SQL.project),
    session: raw.prepare<[SessionId], string>(PERMISSION_SQL.session).pluck(),
    above: raw.prepare<[SessionId], SessionId>(TASK_SQL.above).pluck(),
    setSession: raw.prepare<[string, SessionId]>(
      "UPDATE chat_sessions SET permissions_json = ? WHERE id = ?",
    ),
    add: raw.prepare<[object]>(
      `INSERT INTO permission_rules (workspace_root, permission, pattern, action, source, added_at)
       VALUES (@workspace_root, @permission, @pattern, @action, @source, @added_at)
       ON CONFLICT DO UPDATE SET added_at = excluded.added_at`,
    ),
    remove: raw.prepare<[object]>(
      `DELETE FROM permission_rules WHERE workspace_root = @workspace_root
         AND permission = @permission AND pattern = @pattern AND action = @action AND source = @source`,
    ),
    decide: raw.prepare<[object]>(
      `INSERT INTO permission_decisions
         (session_id, workspace_root, tool_call_id, permission, target, decision, rule_pattern, rule_source, decided_at)
       VALUES (@session_id, @workspace_root, @tool_call_id, @permission, @target, @decision, @rule_pattern,
         @rule_source, @now)`,
    ),
    ledger: raw.prepare<[SessionId, number], LedgerEntry>(PERMISSION_SQL.ledger),
    used: raw.prepare<[object], { used: number; used_at: number | null }>(PERMISSION_SQL.used),
    mode: raw
      .prepare<[string], PermissionMode>("SELECT mode FROM workspace_modes WHERE workspace_root = ?")
      .pluck(),
    setMode: raw.prepare<[object]>(
      `INSERT INTO workspace_modes (workspace_root, mode, updated_at) VALUES (@workspace_root, @mode, @now)
       ON CONFLICT DO UPDATE SET mode = excluded.mode, updated_at = excluded.updated_at`,
    ),
    folders: raw.prepare<[number], string>(PERMISSION_SQL.folders).pluck(),
  };
}
