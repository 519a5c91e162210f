/**
 * Leaves one thread of each page free of compiling. A thread that compiles may wait until the page's main thread collects garbage. The main
 * thread waits in turn for one of the same few threads when a letter needs another font. If all of them compile, both wait for ever, and
 * the page or the frame of a diagram is dead (docs/decisions/pages-never-compile-on-all-threads.md).
 */
import { app } from "electron";

/** Chromium gives a page at least three threads. Compilers keep two of them at most: one for Maglev, one for TurboFan. */
const LIMITS = [
  "--no-concurrent-sparkplug",
  "--concurrent-maglev-max-threads=1",
  "--concurrent-turbofan-max-threads=1",
];

/** The V8 flags of a page: those of the launch, and the limits. */
export const withLimits = (asked: string): string => [asked, ...LIMITS].filter(Boolean).join(" ");

/** Called before the first page. */
export function leaveAThreadFree(): void {
  const { commandLine } = app;
  commandLine.appendSwitch("js-flags", withLimits(commandLine.getSwitchValue("js-flags")));
}
