/** The door of the windows: one channel for calls, one for feeds. Nothing throws across it, and only our own page is let in. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { CallResult } from "../../../src-preload/contract/domain/errors";
import { CHANNEL } from "../../../src-preload/contract/window/bridge";
import { BraidError, toErrorInfo } from "../../core/braid-error";
import { log } from "../../core/log";
import { say } from "../../core/say";
import type { CallingWindow, IpcContext } from "./context";
import { openFeed } from "./feed";
import type { FileDoor } from "./files";
import { answer, createHandlers } from "./handlers";
import { isOwnPage, parseCallName, parseInput } from "./parse";
import { createRateLimit } from "./rate-limit";
import { createPlaces, MOST_CALLS, MOST_FEEDS } from "./under-way";

/** Finds the window of a message; undefined for contents that are none of ours. */
export type FindWindow = (contents: WebContents) => CallingWindow | undefined;

function callerOf(event: IpcMainInvokeEvent | IpcMainEvent, find: FindWindow): CallingWindow {
  const window = isOwnPage(event.senderFrame) ? find(event.sender) : undefined;
  if (window === undefined) throw new BraidError("FORBIDDEN", say("only-own-windows"));
  return window;
}

export function registerIpc(context: IpcContext, find: FindWindow): void {
  const handlers = createHandlers(context);
  const limit = createRateLimit();
  const placeForCall = createPlaces<WebContents>(MOST_CALLS);
  const placeForFeed = createPlaces<WebContents>(MOST_FEEDS);

  ipcMain.handle(CHANNEL.call, async (event, name: unknown, input: unknown): Promise<CallResult<unknown>> => {
    let giveBack = () => {};
    try {
      const window = callerOf(event, find);
      giveBack = placeForCall(event.sender);
      const call = parseCallName(name);
      const parsed = parseInput(call, input);
      limit(call, parsed);
      return { ok: true, value: await answer(handlers, call, parsed, window) };
    } catch (error) {
      if (!(error instanceof BraidError)) log.error(`The call ${String(name)} failed:`, error);
      return { ok: false, error: toErrorInfo(error) };
    } finally {
      giveBack();
    }
  });

  let files: Promise<FileDoor> | undefined;
  const fileDoor = () => {
    files ??= import("./files").then(({ createFileDoor }) => createFileDoor(context.attachments));
    return files;
  };
  ipcMain.handle(CHANNEL.file, async (event, message: unknown): Promise<CallResult<unknown>> => {
    let giveBack = () => {};
    try {
      callerOf(event, find);
      giveBack = placeForCall(event.sender);
      return { ok: true, value: await (await fileDoor()).take(event.sender, message) };
    } catch (error) {
      if (!(error instanceof BraidError)) log.error("A file could not be taken in:", error);
      return { ok: false, error: toErrorInfo(error) };
    } finally {
      giveBack();
    }
  });

  ipcMain.on(CHANNEL.attach, (event, request: unknown) => {
    const [port] = event.ports;
    if (port === undefined) return;
    try {
      callerOf(event, find);
      port.on("close", placeForFeed(event.sender));
    } catch {
      port.close();
      return;
    }
    openFeed(context.sessions, port, request);
  });
}
