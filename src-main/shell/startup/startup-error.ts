/** Says in a plain window why the app cannot start, and what to do. Does not try again by itself. */

import { BrowserWindow } from "electron";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { inWords, spokenLanguage, t } from "../../language/language";
import { installPlainMenu } from "../menus/menu";
import { PAGE_ORIGIN, type Pages } from "../security/protocol";
import { createPageWindow } from "../windows/page-window";
import { plainPage } from "./plain-page";

const PATH = "/cannot-start.html";

const startupErrorPage = ({ message, hint }: ErrorInfo): string =>
  plainPage({
    title: t("shell:cannot-start"),
    paragraphs: (hint === undefined ? [message] : [message, hint]).map(inWords),
  });

/** `why` is called when the page is fetched; undefined where the app has started. */
export const startupErrorPages = (why: () => ErrorInfo | undefined): Pages =>
  new Map([[PATH, () => startupErrorPage(why() ?? { code: "INTERNAL", message: "" })]]);

/** Resolves when the user has closed the window. */
export async function showStartupError(): Promise<void> {
  installPlainMenu();
  // Windows that are already open show a page whose calls nobody answers.
  for (const open of BrowserWindow.getAllWindows()) open.destroy();
  const window = createPageWindow(
    { language: spokenLanguage(), font_size: 13.5 },
    { width: 640, height: 400 },
  );
  await window.loadURL(`${PAGE_ORIGIN}${PATH}`);
  await new Promise<void>((resolve) => window.once("closed", () => resolve()));
}
