/** Names the function that answers each request of one feature to another. */
import { labelMessage } from "../features/labels/label-state";
import { openBeside, openCompare } from "../features/side-panel/compare/compare";
import { leavePanel } from "../features/side-panel/panel";
import { askSidecar } from "../features/side-panel/sidecars";
import { openSummary, showBehindSummary } from "../features/side-panel/summary/open-summary";
import type { Requests } from "../thread/requests";
import { showMessage } from "./open-found";
import { deleteSession } from "./removal";

export const answers: Requests = {
  askSidecar,
  deleteSession,
  labelMessage,
  openBeside,
  openCompare,
  openSummary,
  showBehindSummary,
  showMessage,
  uncoverMain: leavePanel,
};
