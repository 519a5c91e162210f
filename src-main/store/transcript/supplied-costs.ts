/** Keeps the costs that hooks supply for answers (TK-4), in a table of their own: settled answers do not change (DB-11). */

import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { CostStore } from "../../core/ports/cost-store";
import type { Connection } from "../database/connection";

/** The statements of this file, for the test that looks at their plans. */
export const COST_SQL = {
  of: `SELECT c.message_id, c.cost_usd FROM json_each(?) j CROSS JOIN supplied_costs c ON c.message_id = j.value`,
  put: `INSERT OR IGNORE INTO supplied_costs (message_id, cost_usd, source, created_at)
    SELECT id, @cost_usd, 'hook', @now FROM chat_messages WHERE id = @message_id AND session_id = @session_id AND role = 'assistant'
      AND metadata_json ->> '$.finish_reason' IS NOT NULL AND json_extract(metadata_json, '$.cost_usd') IS NULL`,
  add: `UPDATE chat_sessions SET cost_usd = coalesce(cost_usd, 0) + @cost_usd WHERE id = @session_id`,
} as const;

/** Returns a function that puts costs into the metadata of messages. Costs what there is. */
export function costReader({ raw }: Pick<Connection, "raw">) {
  const of = raw.prepare<[string], { message_id: MessageId; cost_usd: number }>(COST_SQL.of);
  return (messages: StoredMessage[]): StoredMessage[] => {
    const rows = of.all(JSON.stringify(messages.map(({ id }) => id)));
    if (rows.length === 0) return messages;
    const costs = new Map(rows.map(({ message_id, cost_usd }) => [message_id, cost_usd]));
    return messages.map((message) => {
      const cost_usd = costs.get(message.id);
      return cost_usd === undefined ? message : { ...message, metadata: { ...message.metadata, cost_usd } };
    });
  };
}

export function costVerbs(connection: Connection): CostStore {
  const put = connection.raw.prepare<[object]>(COST_SQL.put);
  const add = connection.raw.prepare<[object]>(COST_SQL.add);
  return {
    supplyCost: (cost) =>
      connection.write(() => {
        if (put.run(cost).changes === 0) return false;
        add.run(cost);
        return true;
      }),
  };
}
