/** Migration 12: the ledger of permissions (PM-2), how strictly folders ask, and each project rule once (PM-1). */
import type { Migration } from "./migration";

export const permissions: Migration = {
  name: "permissions",
  statements: [
    `CREATE TABLE permission_decisions (
      id INTEGER PRIMARY KEY NOT NULL,
      session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      workspace_root TEXT,
      tool_call_id TEXT NOT NULL,
      permission TEXT NOT NULL,
      target TEXT NOT NULL,
      decision TEXT NOT NULL,
      rule_pattern TEXT,
      rule_source TEXT,
      decided_at INTEGER NOT NULL
    )`,
    "CREATE INDEX permission_decisions_session ON permission_decisions (session_id, id)",
    `CREATE INDEX permission_decisions_rule ON permission_decisions
      (rule_pattern, permission, rule_source, decided_at) WHERE rule_pattern IS NOT NULL`,
    `CREATE UNIQUE INDEX permission_rules_once ON permission_rules
      (coalesce(workspace_root, ''), permission, pattern, action, source)`,
    `CREATE TABLE workspace_modes (
      workspace_root TEXT PRIMARY KEY NOT NULL,
      mode TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) WITHOUT ROWID`,
  ],
};
