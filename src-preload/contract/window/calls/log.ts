/** Errors of a window's page, for the log. */
import * as z from "zod/mini";

export interface LogOutputs {
  "log.error": undefined;
}

export const logSchemas = {
  "log.error": z.strictObject({
    message: z.string().check(z.maxLength(2_000)),
    stack: z.exactOptional(z.string().check(z.maxLength(8_000))),
  }),
} as const;
