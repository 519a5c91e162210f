/** Exposes the bridge to the page, answers main's question whether the page is alive, and keeps the page where it is. Nothing else. */

import { contextBridge, ipcRenderer, webUtils } from "electron";
import type { AttachmentRef } from "./contract/domain/attachments";
import type { CallResult } from "./contract/domain/errors";
import { FILE_PIECE } from "./contract/domain/limits";
import type { Boot } from "./contract/window/boot";
import {
  type AppEvent,
  BOOT_ARGUMENT,
  type BraidBridge,
  CHANNEL,
  type PageFile,
  PORT_MESSAGE,
} from "./contract/window/bridge";
import { isModest } from "./contract/window/input-size";

/** The one page that this preload serves; no other gets the port of a feed. */
const PAGE_ORIGIN = "app://braid";

const said = process.argv.find((argument) => argument.startsWith(BOOT_ARGUMENT))?.slice(BOOT_ARGUMENT.length);
const boot: Boot = said === undefined ? { language: "en", font_size: 13.5 } : JSON.parse(said);

/** Main's refusal in the same words. */
const TOO_MUCH = {
  ok: false,
  error: { code: "INVALID_INPUT", message: "The call was refused: it is too large." },
} as const;

/** Sends a file that is in no folder, such as a pasted picture, piece by piece: main would stand still for a long message. */
async function sendPieces(file: PageFile): Promise<CallResult<AttachmentRef>> {
  let upload: { upload?: number } = {};
  for (let at = 0; ; at += FILE_PIECE) {
    const bytes = new Uint8Array(await file.slice(at, at + FILE_PIECE).arrayBuffer());
    const last = at + FILE_PIECE >= file.size;
    const said: CallResult<AttachmentRef | { upload: number }> = await ipcRenderer.invoke(CHANNEL.file, {
      name: file.name,
      bytes,
      last,
      ...upload,
    });
    if (!said.ok) return said;
    if ("sha256" in said.value) return { ok: true, value: said.value };
    upload = said.value;
  }
}

const bridge: BraidBridge = {
  boot,

  call: (name, input) =>
    isModest([name, input]) ? ipcRenderer.invoke(CHANNEL.call, name, input) : Promise.resolve(TOO_MUCH),

  async addFile(file) {
    const path = webUtils.getPathForFile(file as File);
    if (path !== "") return await ipcRenderer.invoke(CHANNEL.file, { path });
    return await sendPieces(file);
  },

  attach(request) {
    if (!isModest(request)) return;
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(CHANNEL.attach, request, [port1]);
    // A port cannot pass the context bridge. The page checks source and origin.
    window.postMessage({ type: PORT_MESSAGE, feed_id: request.feed_id }, PAGE_ORIGIN, [port2]);
  },

  onEvent(listener) {
    const forward = (_: unknown, event: AppEvent) => listener(event);
    ipcRenderer.on(CHANNEL.event, forward);
    return () => ipcRenderer.off(CHANNEL.event, forward);
  },
};

contextBridge.exposeInMainWorld("braid", bridge);

// The drawing thread answers: while it hangs, there is no answer.
ipcRenderer.on(CHANNEL.alive, () => ipcRenderer.send(CHANNEL.alive));

/**
 * Addresses that main is asked about while the page stays. Main would hear of others, `about:blank` among them, only when the page is gone.
 */
const MAIN_DECIDES = /^(?:https?|mailto):/;
/** The page may reload itself, and jump within itself. */
const HERE = /^app:\/\/braid\/index\.html(?:#|$)/;

/** An event that TypeScript does not know yet. */
interface NavigateEvent extends Event {
  destination: { url: string };
}

const { navigation } = window as unknown as { navigation: EventTarget };
navigation.addEventListener("navigate", (event) => {
  const { url } = (event as NavigateEvent).destination;
  if (!MAIN_DECIDES.test(url) && !HERE.test(url)) event.preventDefault();
});
