/** What fails in this page where nobody catches it is told to main, for the log. Nothing of it is shown: what a user asked for says itself. */
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
