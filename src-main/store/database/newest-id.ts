/** Finds the newest id of each kind: new ids stay above it (DB-5). */
import type { Store } from "../../core/ports/store";
import type { Connection } from "./connection";

const ID_TIME = /^[a-z]{3}_([0-9a-f]{14})/;

export function newestIdVerbs({ raw }: Connection): Pick<Store, "newestIdTime"> {
  // Each reads the last entry of an index. The prefix keeps an id of another form (an import) from passing for the newest.
  const newest = [
    ["chat_sessions", "ses_"],
    ["chat_messages", "msg_"],
    ["chat_parts", "prt_"],
    ["chat_timeline_ops", "top_"],
    ["chat_queue", "que_"],
  ].map(([table, prefix]) =>
    raw.prepare<[], string | null>(`SELECT max(id) FROM ${table} WHERE id < '${prefix}g'`).pluck(),
  );
  return {
    newestIdTime: () =>
      newest.reduce((largest, statement) => {
        const digits = ID_TIME.exec(statement.get() ?? "")?.[1];
        const time = digits === undefined ? 0n : BigInt(`0x${digits}`);
        return time > largest ? time : largest;
      }, 0n),
  };
}
