/**
 * How many threads of a page may compile at a time: never all that it has. A thread that compiles may wait until the page's main thread
 * collects garbage, and the main thread waits in turn for a thread of the same few when a letter needs another font: with none left
 * they wait for each other for ever, and the page or the frame of a diagram is dead
 * (docs/decisions/pages-never-compile-on-all-threads.md).
 */
import { app } from "electron";

/** Chromium gives a page at least three threads; what compiles keeps two of them at most: one of Maglev's, one of TurboFan's. */
const LIMITS = [
  "--no-concurrent-sparkplug",
  "--concurrent-maglev-max-threads=1",
  "--concurrent-turbofan-max-threads=1",
];

/** What V8 is told in a page: what was asked for at the start, and the limits. */
export const withLimits = (asked: string): string => [asked, ...LIMITS].filter(Boolean).join(" ");

/** Before the first page. */
export function leaveAThreadFree(): void {
  const { commandLine } = app;
  commandLine.appendSwitch("js-flags", withLimits(commandLine.getSwitchValue("js-flags")));
}
