/** When the app cannot start: says in a plain window what is wrong and what to do. It does not try again by itself. */

import type { ErrorInfo } from "../../src-preload/contract/errors";
import { spokenLanguage } from "../core/language/language";
import { PAGE_ORIGIN } from "./protocol";
import { createPageWindow } from "./windows";

const PATH = "/cannot-start.html";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

/** Static: no script, no bridge to call; the error is only ever text. */
export function troublePage(error: ErrorInfo): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Braid cannot start</title><link rel="stylesheet" href="/cannot-start.css"></head>
  <body><main role="alert">
    <h1>Braid cannot start</h1>
    <p>${escapeHtml(error.message)}</p>
    ${error.hint === undefined ? "" : `<p class="hint">${escapeHtml(error.hint)}</p>`}
  </main></body>
</html>`;
}

export const troublePages = (error: ErrorInfo): ReadonlyMap<string, string> =>
  new Map([[PATH, troublePage(error)]]);

/** Resolves when the user has closed it. */
export async function showTrouble(): Promise<void> {
  const window = createPageWindow(
    { language: spokenLanguage(), font_size: 13.5 },
    { width: 640, height: 400 },
  );
  await window.loadURL(`${PAGE_ORIGIN}${PATH}`);
  await new Promise<void>((resolve) => window.once("closed", () => resolve()));
}
