/** The thread that does the store's upkeep, so that no commit waits for it. `maintenance.ts` starts this file. */
import { parentPort, workerData } from "node:worker_threads";
import { isDamage, isFull } from "../database/errors";
import type { MaintenanceRequest, WorkerData, WorkerReport } from "./maintenance";
import { createUpkeep } from "./tidying";

const { file, identity, bulkWrites }: WorkerData = workerData;
const upkeep = createUpkeep(file, identity);
let closing = false;
const isBulkWrite = (): boolean => Atomics.load(bulkWrites, 0) > 0;
/** Requests run one after the other: two of them on one connection would only wait for each other. */
let work = Promise.resolve();

parentPort?.on("message", (request: MaintenanceRequest) => {
  if (request === "close") closing = true;
  work = work
    .then(() => perform(request))
    .catch((error: unknown) => {
      if (isFull(error)) return;
      const message = error instanceof Error ? error.message : String(error);
      parentPort?.postMessage({ message, damage: isDamage(error) } satisfies WorkerReport);
    });
});

async function perform(request: MaintenanceRequest): Promise<void> {
  if (request === "close") {
    upkeep.close();
    parentPort?.close();
  } else if (!closing) {
    await (request === "tidy"
      ? upkeep.tidy(() => closing || isBulkWrite())
      : upkeep.checkpoint(() => request === "checkpoint-held" || isBulkWrite()));
  }
}
