/** Tells main, for the log, of uncaught errors in this page. Shows nothing: a failed request of the user is told where it was made. */
import { call } from "./bridge";

/** Characters that main accepts. */
const MESSAGE = 2_000;
const STACK = 8_000;

function report(what: unknown): void {
  const error = what instanceof Error ? what : new Error(String(what));
  const stack = error.stack?.slice(0, STACK);
  const told = { message: error.message.slice(0, MESSAGE), ...(stack === undefined ? {} : { stack }) };
  // A failure here has nobody left to be told to.
  void call("log.error", told).catch(() => undefined);
}

export function reportErrors(): void {
  window.addEventListener("error", (event) => report(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => report(event.reason));
}
