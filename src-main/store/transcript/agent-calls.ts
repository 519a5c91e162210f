/** Stores the costs of calls beside the turns (titles, compaction), apart from the sums of a session (TK-1). */
import type { SessionStore } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { agentCalls } from "../database/schema";

export function agentCallVerbs({ orm, write }: Connection): Pick<SessionStore, "accountCall"> {
  return {
    accountCall: ({ model, usage, now, ...call }) => {
      const row = { ...call, model_json: model, usage_json: usage, created_at: now };
      write(() => orm.insert(agentCalls).values(row).run());
    },
  };
}
