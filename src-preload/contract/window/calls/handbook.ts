/** The handbook, to be read in the window. */

import type { HandbookSection } from "../../domain/handbook";
import { none } from "../fields";

export interface HandbookOutputs {
  "handbook.read": HandbookSection[];
}

export const handbookSchemas = {
  /** All sections in the language of the window, in the order of the pages. */
  "handbook.read": none,
} as const;
