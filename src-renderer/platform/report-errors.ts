/** Tells main, for the log, of errors in this page that nobody catches. Nothing is shown: a failure of something the user asked for is told where it was asked. */
import { call } from "./bridge";

/** Characters; main takes no more. */
const MESSAGE = 2_000;
const STACK = 8_000;

function report(what: unknown): void {
  const error = what instanceof Error ? what : new Error(String(what));
  const stack = error.stack?.slice(0, STACK);
  const told = { message: error.message.slice(0, MESSAGE), ...(stack === undefined ? {} : { stack }) };
  // Where even that fails there is nobody left to tell.
  void call("log.error", told).catch(() => undefined);
}

export function reportErrors(): void {
  window.addEventListener("error", (event) => report(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => report(event.reason));
}
