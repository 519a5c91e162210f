/** Logs errors of a page, at most twenty a minute: a page that fails in a loop must not fill the disk. */
import { log } from "../../../core/log";
import type { HandlersOf } from "../context";

const A_MINUTE = 60_000;
const MOST_A_MINUTE = 20;

export function logHandlers(now: () => number = Date.now): HandlersOf<"log"> {
  let since = 0;
  let told = 0;
  return {
    "log.error": ({ message, stack = "" }) => {
      if (now() - since > A_MINUTE) {
        since = now();
        told = 0;
      }
      told += 1;
      if (told <= MOST_A_MINUTE) log.error("A page failed:", message, stack);
      return undefined;
    },
  };
}
