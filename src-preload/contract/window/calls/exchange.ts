/** Sessions as files (SE-6). */
import * as z from "zod/mini";
import {
  type ChosenImport,
  EXPORT_FORMATS,
  type Exported,
  type ExportPlan,
  type Imported,
  INCLUDABLE,
} from "../../domain/exchange";
import { sessionId } from "../fields";

export interface ExchangeOutputs {
  "exchange.plan": ExportPlan;
  /** Null where the user cancelled. */
  "exchange.export": Exported | null;
  /** Null where the user cancelled. */
  "exchange.choose": ChosenImport | null;
  /** Null where the user cancelled: nothing was imported then. */
  "exchange.import": Imported | null;
  "exchange.cancel": undefined;
  "exchange.show": undefined;
}

/** Chosen by hand, one by one. */
const ids = z.array(sessionId).check(z.maxLength(10_000));
const request = {
  sessions: z.union([
    z.literal("all"),
    ids,
    z.strictObject({
      matching: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(1000)),
      except: ids,
      also: ids,
    }),
  ]),
  format: z.enum(EXPORT_FORMATS),
  include: z.record(z.enum(INCLUDABLE), z.boolean()),
};
/** The window's own name for the work. */
const work_id = z.uuid();

export const exchangeSchemas = {
  "exchange.plan": z.strictObject(request),
  /** Asks where to; `exchange-progress` tells how far it is. `words`: those that stand beside what was said. */
  "exchange.export": z.strictObject({
    ...request,
    work_id,
    words: z.record(z.string(), z.string().check(z.maxLength(200))),
  }),
  /** Lets the user choose files, and reads them. Writes nothing. */
  "exchange.choose": z.strictObject({ work_id, what: z.enum(["files", "folder"]) }),
  /** All or nothing. */
  "exchange.import": z.strictObject({ import_id: z.uuid(), work_id }),
  "exchange.cancel": z.strictObject({ work_id }),
  /** Shows a file that was exported in the system's file manager. */
  "exchange.show": z.strictObject({ export_id: z.uuid() }),
} as const;
