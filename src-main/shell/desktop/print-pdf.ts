/** Prints an HTML file as PDF: in a window that nobody sees, sandboxed, without scripts and without network. */
import { pathToFileURL } from "node:url";
import { BrowserWindow, type Session, session } from "electron";
import { closeNetwork, lockSession } from "../security/security";

/** Inches, as Chromium counts. */
const MARGINS = { top: 0.6, bottom: 0.6, left: 0.6, right: 0.6 };

let own: Session | undefined;

/** A session of its own, in memory alone. */
function printSession(): Session {
  if (own !== undefined) return own;
  own = session.fromPartition("print");
  lockSession(own);
  return own;
}

/** @throws where the page cannot be read or printed */
export async function printPdf(file: string): Promise<Buffer> {
  const printing = printSession();
  await closeNetwork(printing);
  const page = pathToFileURL(file).href;
  printing.webRequest.onBeforeRequest(({ url }, reply) => {
    reply({ cancel: url !== page && !url.startsWith("data:") });
  });
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: printing, sandbox: true, contextIsolation: true, javascript: false },
  });
  try {
    await window.loadURL(page);
    return await window.webContents.printToPDF({ pageSize: "A4", printBackground: true, margins: MARGINS });
  } finally {
    window.destroy();
  }
}
