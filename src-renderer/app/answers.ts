/** Who answers what one feature asks of another. */
import { openBeside, openCompare } from "../features/side-panel/compare/compare";
import { askSidecar } from "../features/side-panel/sidecars";
import type { Requests } from "../thread/requests";
import { deleteSession } from "./removal";

export const answers: Requests = { askSidecar, deleteSession, openBeside, openCompare };
