/** Commands that run in the background of a session. */
import * as z from "zod/mini";
import type { BackgroundRun } from "../../domain/background-runs";
import { sessionId } from "../fields";

export interface BackgroundRunOutputs {
  /** Those that run, the oldest first. */
  "background_runs.list": BackgroundRun[];
  /** Resolves when nothing of the command is left. One that has ended is no error. */
  "background_runs.stop": undefined;
}

export const backgroundRunSchemas = {
  "background_runs.list": z.strictObject({ session_id: sessionId }),
  "background_runs.stop": z.strictObject({
    session_id: sessionId,
    id: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
} as const;
