/** The changes of files. Their code comes when the first of them is shown. */
import { late } from "../../platform/late";

export const LateDiffView = late(async () => (await import("./diff-view")).DiffView);
