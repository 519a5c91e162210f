import { describe, expect, it } from "vitest";
import { SHARED_SQL } from "../reader/shared-beginning";
import { USAGE_SQL } from "../reader/usage-of-session";
import { FOUND_SQL } from "../search/candidates";
import { INDEXED_SQL } from "../search/indexer";
import { TEXT_SQL } from "../search/texts";
import { FAMILY_SQL } from "../sessions/families";
import { LIST_FACTS_SQL } from "../sessions/list-facts";
import { PERMISSION_SQL } from "../sessions/permissions";
import { QUEUE_SQL } from "../sessions/queue";
import { TASK_SQL } from "../sessions/tasks";
import { opened, stranger } from "../testing/stores";
import { wholeTurn } from "../testing/talk";
import { AGENT_CALL_SQL } from "../transcript/agent-calls";
import { BLOB_SQL } from "../transcript/blob-rows";
import { COMPACTION_SQL } from "../transcript/compactions";
import { COPY_SQL } from "../transcript/copies";
import { FILE_CHANGE_SQL } from "../transcript/file-changes";
import { HIDING_SQL } from "../transcript/hiding-ops";
import { LABEL_SQL } from "../transcript/labels";
import { LEFT_SUMMARY_SQL } from "../transcript/left-summaries";
import { PRUNE_SQL } from "../transcript/prune-marks";
import { COST_SQL } from "../transcript/supplied-costs";
import { TIMELINE_SQL } from "../transcript/timeline";
import { TODO_SQL } from "../transcript/todos";

/** A walk through a whole table or index of what is kept; what a statement was given, or has made, it may walk. */
const WALK = /^SCAN (?!up|down|j |json_each|CONSTANT|\()/;

describe.each(
  Object.entries({
    LIST_FACTS_SQL,
    AGENT_CALL_SQL,
    COMPACTION_SQL,
    COPY_SQL,
    BLOB_SQL,
    COST_SQL,
    FAMILY_SQL,
    FOUND_SQL,
    INDEXED_SQL,
    FILE_CHANGE_SQL,
    LABEL_SQL,
    LEFT_SUMMARY_SQL,
    PERMISSION_SQL,
    PRUNE_SQL,
    QUEUE_SQL,
    SHARED_SQL,
    TASK_SQL,
    TEXT_SQL,
    HIDING_SQL,
    TIMELINE_SQL,
    TODO_SQL,
    USAGE_SQL,
  }),
)("%s", (_, statements) => {
  it.each(Object.entries<string>(statements))("%s costs what it finds, however much is kept", (_, sql) => {
    const { file, store } = opened();
    wholeTurn(store);
    const named = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, "[]"]));
    const values: unknown[] = sql.match(/\?/g)?.map(() => "[]") ?? [];
    const plan = stranger(file)
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values, ...(Object.keys(named).length > 0 ? [named] : []));
    expect(plan.map(({ detail }) => detail).filter((step) => WALK.test(step))).toEqual([]);
  });
});
