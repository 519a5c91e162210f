/** The agent of a session in its composer. Their code is fetched when a composer first shows them. */
import { late } from "../../platform/late";

export const AgentSelect = late(async () => (await import("./agent-select")).AgentSelect);
export const AgentNote = late(async () => (await import("./agent-select")).AgentNote);
