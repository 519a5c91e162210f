/** Rules that hold in every database in which nothing runs, whatever happened to it before. */
import { openBeside } from "./database";
import type { Slice } from "./slice";

const inForce = `SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
  WHERE h.message_id = m.id AND o.undone_at IS NULL`;
const sum = (name: string) => `(SELECT coalesce(sum(json_extract(m.metadata_json, '$.usage.${name}')), 0)
  FROM chat_messages m WHERE m.session_id = s.id AND m.role = 'assistant' AND m.hidden_at IS NULL)`;

/** Each finds the ids of the rows that break it. */
const RULES: Record<string, string> = {
  "[DB-1] a text is not folded": "SELECT part_id AS id FROM chat_deltas",
  "[SV-5] a turn has not ended": `SELECT id FROM chat_messages
    WHERE role = 'assistant' AND json_extract(metadata_json, '$.finish_reason') IS NULL`,
  "[DB-3] hidden_at and the hides disagree": `SELECT id FROM chat_messages m
    WHERE (hidden_at IS NOT NULL) <> EXISTS (${inForce})`,
  "[CP-3, RW-4] a summary is in force although its timeline is hidden, or the other way round": `SELECT o.id
    FROM chat_parts p JOIN chat_timeline_ops o ON o.id = p.data_json ->> '$.data.op_id'
    WHERE p.type = 'data-compaction' AND (o.undone_at IS NULL) = EXISTS (
      SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops x ON x.id = h.op_id
      WHERE h.message_id = p.message_id AND x.undone_at IS NULL AND x.cause <> 'compaction')`,
  "[CP-3] two summaries of a session are visible": `SELECT m.session_id AS id
    FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id
    WHERE p.type = 'data-compaction' AND m.hidden_at IS NULL GROUP BY m.session_id HAVING count(*) > 1`,
  "[Z-1] a tail begins with a message that does not exist": `SELECT p.message_id AS id FROM chat_parts p
    WHERE p.type = 'data-compaction' AND NOT EXISTS (
      SELECT 1 FROM chat_messages m WHERE m.id = p.data_json ->> '$.data.tail_start_id' AND m.session_id = p.session_id)`,
  "[PR-2] a mark names no output": `SELECT message_id AS id FROM chat_prune_marks k WHERE NOT EXISTS (
    SELECT 1 FROM chat_parts p WHERE p.message_id = k.message_id AND p."index" = k."index" AND p.tool_state = 'output-available')`,
  "[DB-4] a part is missing, or in the wrong session": `SELECT m.id FROM chat_messages m JOIN chat_parts p ON p.message_id = m.id
    GROUP BY m.id HAVING count(*) <> max(p."index") + 1 OR sum(p.session_id <> m.session_id) > 0`,
  "[SV-4] a part is still open": `SELECT id FROM chat_parts
    WHERE json_extract(data_json, '$.state') IN ('streaming', 'input-streaming', 'input-available', 'approval-responded')`,
  "[DB-4] a column and its part disagree": `SELECT id FROM chat_parts
    WHERE type <> json_extract(data_json, '$.type') OR tool_call_id IS NOT json_extract(data_json, '$.toolCallId')
      OR tool_state IS NOT iif(tool_call_id IS NULL, NULL, json_extract(data_json, '$.state'))`,
  "[TK-2] the sums are not those of the visible messages": `SELECT id FROM chat_sessions s
    WHERE (prompt_tokens, completion_tokens, reasoning_tokens, cache_read, cache_write)
      <> (${["input", "output", "reasoning", "cache_read", "cache_write"].map(sum).join(", ")})
      OR total_tokens <> prompt_tokens + completion_tokens + reasoning_tokens + cache_read + cache_write`,
  "[SE-1] the count of turns is not that of the questions of the shown timeline": `SELECT id FROM chat_sessions s
    WHERE coalesce((SELECT turns FROM session_turns t WHERE t.session_id = s.id), 0) <> (
      SELECT count(*) FROM chat_messages m WHERE m.session_id = s.id AND m.role = 'user'
      AND NOT EXISTS (${inForce} AND o.cause IN ('rewind', 'retry')))`,
};

/** Empty where all is well. */
export function broken(slice: Pick<Slice, "data_dir">): string[] {
  const database = openBeside(slice.data_dir);
  try {
    return Object.entries(RULES).flatMap(([rule, sql]) =>
      database
        .prepare<[], { id: string }>(sql)
        .all()
        .map(({ id }) => `${rule}: ${id}`),
    );
  } finally {
    database.close();
  }
}
