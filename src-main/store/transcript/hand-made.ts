/** The verbs of what users make by hand beside the conversation. Their code, and their statements, are read when they are first needed. */
import type { Connection } from "../database/connection";
import { labelVerbs } from "./labels";
import { removedPromptVerbs } from "./removed-prompts";

const verbsOf = (connection: Connection) => ({
  ...labelVerbs(connection),
  ...removedPromptVerbs(connection),
});

const made = new WeakMap<Connection, ReturnType<typeof verbsOf>>();

/** Prepares the statements once for each connection: a recovery brings another one. */
export function handMadeVerbs(connection: Connection): ReturnType<typeof verbsOf> {
  const known = made.get(connection) ?? verbsOf(connection);
  made.set(connection, known);
  return known;
}
