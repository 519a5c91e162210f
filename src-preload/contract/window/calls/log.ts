/** Errors of a window's page, for the log. */
import { z } from "zod";

export interface LogOutputs {
  "log.error": undefined;
}

export const logSchemas = {
  "log.error": z.strictObject({
    message: z.string().max(2_000),
    stack: z.string().max(8_000).exactOptional(),
  }),
} as const;
