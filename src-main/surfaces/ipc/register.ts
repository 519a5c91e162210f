/** Registers the IPC surface: a channel for calls, another for feeds. It answers our own page alone, and throws nothing across the channels. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from "electron";
import type { CallResult } from "../../../src-preload/contract/domain/errors";
import { CHANNEL } from "../../../src-preload/contract/window/bridge";
import { BraidError, toErrorInfo } from "../../core/braid-error";
import { log } from "../../core/log";
import { say } from "../../core/say";
import type { CallingWindow, IpcContext } from "./context";
import { openFeed } from "./feed";
import type { FileIntake } from "./files";
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

/** `contextOf` names what a window may reach: private sessions are reached by private windows alone (SE-10). */
export function registerIpc(contextOf: (window: CallingWindow) => IpcContext, find: FindWindow): void {
  const handlersOf = forEach((context) => createHandlers(context));
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
      return { ok: true, value: await answer(handlersOf(contextOf(window)), call, parsed, window) };
    } catch (error) {
      if (!(error instanceof BraidError)) log.error(`The call ${String(name)} failed:`, error);
      return { ok: false, error: toErrorInfo(error) };
    } finally {
      giveBack();
    }
  });

  const fileIntakeOf = forEach(
    async ({ attachments }): Promise<FileIntake> => (await import("./files")).createFileIntake(attachments),
  );
  ipcMain.handle(CHANNEL.file, async (event, message: unknown): Promise<CallResult<unknown>> => {
    let giveBack = () => {};
    try {
      const window = callerOf(event, find);
      giveBack = placeForCall(event.sender);
      const intake = await fileIntakeOf(contextOf(window));
      return { ok: true, value: await intake.take(event.sender, message) };
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
      const window = callerOf(event, find);
      port.on("close", placeForFeed(event.sender));
      openFeed(contextOf(window).sessions, port, request);
    } catch {
      port.close();
    }
  });
}

/** Makes a thing of each context once. */
function forEach<T>(make: (context: IpcContext) => T): (context: IpcContext) => T {
  const made = new Map<IpcContext, T>();
  return (context) => {
    const known = made.get(context) ?? make(context);
    made.set(context, known);
    return known;
  };
}
