/** The thread that reads one page: an entry of its own, started by `page-reader.ts`. A page that breaks it, or that takes too long, ends it. */
import { parentPort, workerData } from "node:worker_threads";
import { type PageQuestion, pageText } from "./page-text";

parentPort?.postMessage(pageText(workerData as PageQuestion));
