/**
 * The search's thread (docs/decisions/whole-sessions-are-read-in-a-thread.md). `searcher.ts` starts this file. Between two steps of its work
 * the thread hears questions.
 */
import { parentPort, workerData } from "node:worker_threads";
import { codeOf, isDamage, isFull } from "../database/errors";
import type { SearcherRequest, SearcherWord } from "./searcher";
import { type SearchData, Searching } from "./searching";

const searching = new Searching(workerData as SearchData);
const say = (word: SearcherWord): void => parentPort?.postMessage(word);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let timer: NodeJS.Timeout | undefined;
/** The last whole percent that was told; undefined while nothing is built. */
let told: number | undefined;

function tellProgress(): void {
  const { building } = searching;
  const percent = building === undefined ? undefined : Math.floor(building * 100);
  if (percent === told) return;
  told = percent;
  say({ is: "building", ...(building === undefined ? {} : { share: building }) });
}

/** Rests after each step as long as the step took: a large index is built beside other work, not before it. */
function work(): void {
  timer = undefined;
  const began = performance.now();
  try {
    const isLeft = searching.step();
    tellProgress();
    if (isLeft) timer = setTimeout(work, performance.now() - began);
    else say({ is: "idle", behind: false });
  } catch (error) {
    // Work that failed stays noted: the next word of main tries it again.
    if (!isFull(error)) say({ is: "background-error", message: messageOf(error), damage: isDamage(error) });
    say({ is: "idle", behind: true });
  }
}

parentPort?.on("message", (request: SearcherRequest) => {
  if (request.is === "close") {
    clearTimeout(timer);
    searching.close();
    parentPort?.close();
    return;
  }
  searching.note(request.changed);
  if (request.is === "search") {
    try {
      say({ is: "found", id: request.id, page: searching.search(request.request) });
    } catch (error) {
      say({ is: "failed", id: request.id, message: messageOf(error), code: codeOf(error) });
    }
  }
  timer ??= setTimeout(work, 0);
});
