/** The thread that compares one file: an entry of its own, started by `compare-thread.ts`. Contents that break it, or take too long, end it. */
import { parentPort, workerData } from "node:worker_threads";
import { type Contents, compare } from "./compare";

compare(workerData as Contents).then((compared) => parentPort?.postMessage(compared));
