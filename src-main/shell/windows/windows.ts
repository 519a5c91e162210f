/** The windows: opens and remembers them, brings a crashed one back, tells them the app's news. */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type BrowserWindow, type Rectangle, screen, type WebContents } from "electron";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Boot } from "../../../src-preload/contract/window/boot";
import { type AppEvent, CHANNEL } from "../../../src-preload/contract/window/bridge";
import type { SidePanelContent } from "../../../src-preload/contract/window/calls/app";
import type { CommandId, CommandStates } from "../../../src-preload/contract/window/commands";
import type { Layout } from "../../../src-preload/contract/window/layout";
import { log } from "../../core/log";
import { PAGE_ORIGIN, PAGE_URL } from "../security/protocol";
import { loadApp, reviveAfterCrash, showsApp } from "./crashes";
import type { DeathMemory } from "./death-memory";
import { shownIn } from "./deaths";
import { holdEarlyKeys } from "./early-keys";
import type { Beat } from "./heartbeat";
import { type PageWatch, watchPage } from "./page-watch";
import { bringForward, createPageWindow, isQuick, QUICK_SIZE } from "./page-window";
import { usedLast } from "./used-last";
import { type AppState, reachable, readWindows, type WindowState, writeWindows } from "./window-memory";

// Relative to the one file into which all of main is built, not to this file.
const ICON = join(import.meta.dirname, "../../resources/icons/braid.png");
const CASCADE = 28;
/** Commands that wait while a page is loaded: nobody presses more. */
const MOST_WAITING = 10;
/** A window that is dragged reports its place many times a second. */
const BOUNDS_SETTLE_MS = 400;

/** Returns true where the window shows the session in its main thread or beside it (BR-3), and no sidecar covers it there. */
const shows = ({ session_id: main, side_panel }: WindowState, session_id: SessionId): boolean =>
  main === session_id || (side_panel?.session_id === session_id && side_panel.covered !== true);

interface OpenWindow {
  window: BrowserWindow;
  state: WindowState & { slot: string };
  /** Grows with each opening and each focus of any window. */
  used: number;
  /** Sessions whose end the page shows. */
  visible: readonly SessionId[];
  /** The page's commands; undefined before its report. */
  commands?: CommandStates;
  /** Types the keys that were pressed before the page listened. */
  typeEarlyKeys: () => void;
  /** Commands that were chosen in the menu while no page could do them. */
  waiting: CommandId[];
  /** The session that was not opened again because two pages died on it. Absent once the window shows something else. */
  not_opened?: SessionId;
  watch: PageWatch;
}

export class Windows {
  readonly #open = new Map<WebContents, OpenWindow>();
  readonly #memory: AppState;
  readonly #deaths: DeathMemory;
  readonly #boot: () => Boot;
  readonly #onVisibility: (session_ids: readonly SessionId[], isPrivate: boolean) => void;
  #boundsTimer: NodeJS.Timeout | undefined;
  #frozen = false;
  #uses = 0;

  /** `onVisibility` hears which sessions' ends their user has before their eyes, each time that changes. */
  constructor(
    memory: AppState,
    deaths: DeathMemory,
    boot: () => Boot,
    onVisibility: (session_ids: readonly SessionId[], isPrivate: boolean) => void,
  ) {
    this.#memory = memory;
    this.#deaths = deaths;
    this.#boot = boot;
    this.#onVisibility = onVisibility;
  }

  get count(): number {
    return this.#open.size;
  }

  open(wanted: WindowState = { session_id: null }): BrowserWindow {
    const { state, left_out } = this.#deaths.reopen(wanted);
    const screens = screen.getAllDisplays().map((display) => display.workArea);
    const wished = state.bounds ?? this.#besideTheOneUsedLast();
    const bounds = wished !== undefined && reachable(wished, screens) ? wished : {};
    const { quick } = state;
    const kind = { ...(quick && { quick }), ...(state.private && { private: state.private }) };
    // A further window is divided like the one used last.
    const layout = state.layout ?? this.#usedLast()?.state.layout;
    const window = createPageWindow(
      { ...this.#boot(), ...(layout === undefined ? {} : { layout }), ...kind },
      quick ? QUICK_SIZE : bounds,
    );
    const { webContents } = window;
    if (state.maximized === true) window.maximize();
    const slot = this.#freeSlot(state.slot);
    this.#open.set(webContents, {
      window,
      state: { ...state, slot, ...(layout === undefined ? {} : { layout }) },
      used: ++this.#uses,
      visible: [],
      typeEarlyKeys: holdEarlyKeys(webContents),
      waiting: [],
      ...notOpened(left_out),
      watch: watchPage(window, (news) => this.#take(webContents, news)),
    });
    this.#watch(window, webContents);
    this.#remember();
    void window.loadURL(PAGE_URL);
    // Only Linux needs an icon here: elsewhere the executable has it. The page's process starts meanwhile.
    if (process.platform === "linux") window.setIcon(ICON);
    return window;
  }

  /** Opens the quick window, or brings it forward; closes it where it is in front. */
  quick(): void {
    const there = [...this.#open.values()].find(isQuick)?.window;
    if (there === undefined) this.open({ session_id: null, quick: true });
    else if (there.isFocused()) there.close();
    else bringForward(there);
  }

  /** Opens the windows of last time. With a folder (`--workspace`): one window with a new session in it. */
  restore(workspace_root?: string): void {
    const states = readWindows(this.#memory);
    if (workspace_root !== undefined) {
      this.open({ ...states[0], session_id: null, workspace_root });
    } else if (states.length === 0) {
      this.open();
    } else {
      for (const state of states) this.open(state);
    }
  }

  /** Answers a second launch (DB-7): brings a window forward, with a new session if the launch named a folder. */
  focusOrRestore(workspace_root?: string): void {
    const window = this.#usedLast(isOrdinary)?.window;
    if (window === undefined) {
      this.restore(workspace_root);
      return;
    }
    bringForward(window);
    if (workspace_root !== undefined) this.#tell(window, { session_id: null, workspace_root });
  }

  /**
   * Brings the window forward that shows this session, or shows the session in the window used last. With `sidecar_id` the sidecar is shown
   * beside it.
   */
  showSession(session_id: SessionId, sidecar_id?: SessionId): void {
    const showing = [...this.#open.values()].find(({ state }) => shows(state, session_id))?.window;
    const window = showing ?? this.#usedLast(isOrdinary)?.window;
    if (window === undefined) {
      this.open({ ...readWindows(this.#memory)[0], session_id });
      return;
    }
    bringForward(window);
    // The page is told even if it shows the session already, because something may cover it there.
    this.#tell(window, { session_id, ...(sidecar_id === undefined ? {} : { sidecar_id }) });
  }

  /** Shows a new session, in the window used last or in a new one. */
  showNewSession(): void {
    const window = this.#usedLast(isOrdinary)?.window;
    if (window === undefined) {
      this.open({ ...readWindows(this.#memory)[0], session_id: null });
      return;
    }
    bringForward(window);
    this.#tell(window, { session_id: null });
  }

  /** Returns true where the window with the focus shows the session's end. */
  isSeen(session_id: SessionId): boolean {
    return [...this.#open.values()].some(
      ({ window, visible }) => window.isFocused() && visible.includes(session_id),
    );
  }

  #tell(window: BrowserWindow, shown: Omit<Extract<AppEvent, { type: "show-session" }>, "type">): void {
    this.#send(window.webContents, { type: "show-session", ...shown });
  }

  /** The state of the window with these contents; undefined for contents that are none of ours. */
  stateOf(contents: WebContents): (OpenWindow["state"] & Pick<OpenWindow, "not_opened">) | undefined {
    const entry = this.#open.get(contents);
    return entry && { ...entry.state, ...(entry.not_opened && { not_opened: entry.not_opened }) };
  }

  /** QU-2: the writers whose drafts are in use. */
  get slots(): string[] {
    return [...this.#open.values()].map(({ state }) => state.slot);
  }

  /** SE-9: notes the session that the page shows. */
  show(contents: WebContents, shown: Pick<WindowState, "session_id" | "workspace_root">): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    const { workspace_root: _, ...place } = entry.state;
    entry.state = { ...place, ...shown };
    delete entry.not_opened;
    entry.watch.begin();
    this.#remember();
  }

  /** Notes the item that the page shows beside its session (SE-9). */
  showSidePanel(contents: WebContents, side_panel: SidePanelContent | null): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    const { side_panel: _, ...state } = entry.state;
    entry.state = { ...state, ...(side_panel === null ? {} : { side_panel }) };
    entry.watch.begin();
    this.#remember();
  }

  /** Notes the sessions whose end the page shows. */
  setVisible(contents: WebContents, session_ids: readonly SessionId[]): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    entry.visible = session_ids;
    this.#look(entry);
  }

  #look({ window, visible, state }: OpenWindow): void {
    if (!window.isDestroyed() && window.isFocused()) this.#onVisibility(visible, state.private === true);
  }

  /** SE-9: notes how the page is divided. */
  divide(contents: WebContents, layout: Layout): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    entry.state = { ...entry.state, layout };
    this.#remember();
  }

  close(contents: WebContents): void {
    this.#open.get(contents)?.window.close();
  }

  /** The page takes keys from now on. */
  listens(contents: WebContents): void {
    this.#open.get(contents)?.typeEarlyKeys();
  }

  /** Notes which commands the page can do. Its first report says that it takes commands. */
  report(contents: WebContents, commands: CommandStates): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    entry.commands = commands;
    this.#doWaiting(entry);
  }

  commandsOf(contents: WebContents): CommandStates | undefined {
    return this.#open.get(contents)?.commands;
  }

  /** Does a command on the page. If the page is dead, hangs or is not there yet, the next one does it. */
  command(contents: WebContents, command: CommandId): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    // A new window needs no page.
    if (command === "new-window") return void this.open();
    if (entry.waiting.length < MOST_WAITING) entry.waiting.push(command);
    this.#doWaiting(entry);
    if (!showsApp(entry.window)) loadApp(entry.window);
  }

  #doWaiting({ window, commands, waiting, watch }: OpenWindow): void {
    if (commands === undefined || watch.silent) return;
    for (const command of waiting.splice(0)) this.#send(window.webContents, { type: "command", command });
  }

  /** Loads the app's page anew, also where another page has taken its place. */
  reload(contents: WebContents): void {
    const entry = this.#open.get(contents);
    if (entry !== undefined) loadApp(entry.window);
  }

  /** Tells all windows; with `isPrivate` those alone that show private sessions, or those that do not (SE-10). */
  broadcast(event: AppEvent, isPrivate?: boolean): void {
    for (const [contents, { state }] of this.#open)
      if (isPrivate === undefined || (state.private === true) === isPrivate) this.#send(contents, event);
  }

  /** The app is quitting: a window that closes from here on is remembered as open. */
  freeze(): void {
    this.#frozen = true;
    clearTimeout(this.#boundsTimer);
    this.#deaths.appEnds();
  }

  /** The window used last among those that are meant; a quick one only where there is no other. */
  #usedLast(isMeant = (_: OpenWindow) => true): OpenWindow | undefined {
    const entries = [...this.#open.values()].filter(isMeant);
    return usedLast(entries.map((entry) => ({ entry, used: entry.used, isQuick: isQuick(entry) })))?.entry;
  }

  /** Moves a further window aside, so that it does not cover the one used last. */
  #besideTheOneUsedLast(): Rectangle | undefined {
    const bounds = this.#usedLast()?.window.getNormalBounds();
    return bounds && { ...bounds, x: bounds.x + CASCADE, y: bounds.y + CASCADE };
  }

  /** A restored window keeps its slot; a new one gets a slot that no window had. */
  #freeSlot(slot: string | undefined): string {
    return slot === undefined || this.slots.includes(slot) ? randomUUID() : slot;
  }

  #send(contents: WebContents, event: AppEvent): void {
    if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(CHANNEL.event, event);
  }

  #watch(window: BrowserWindow, contents: WebContents): void {
    const settle = () => {
      clearTimeout(this.#boundsTimer);
      this.#boundsTimer = setTimeout(() => this.#rememberBounds(), BOUNDS_SETTLE_MS);
    };
    window.on("resize", settle);
    window.on("move", settle);
    window.on("maximize", settle);
    window.on("unmaximize", settle);
    window.on("focus", () => {
      const entry = this.#open.get(contents);
      if (entry === undefined) return;
      entry.used = ++this.#uses;
      this.#look(entry);
    });
    // A new page reports its own state; until then nothing is known.
    const saysNothing = () => {
      this.setVisible(contents, []);
      delete this.#open.get(contents)?.commands;
    };
    contents.on("did-navigate", (_, url) => {
      saysNothing();
      // Something unknown has led the page away: a window must not stay blank.
      if (!url.startsWith(PAGE_ORIGIN) && /^about:/.test(url)) loadApp(window);
    });
    contents.on("render-process-gone", saysNothing);
    window.on("closed", () => {
      this.#open.delete(contents);
      this.#remember();
    });
    reviveAfterCrash(window, () => this.#gone(contents));
  }

  #take(contents: WebContents, news: Beat): void {
    const entry = this.#open.get(contents);
    if (entry === undefined || this.#frozen) return;
    if (news === "calm") this.#deaths.calm(shownIn(entry.state));
    else this.#noteSilent();
    if (news === "answers-again") this.#doWaiting(entry);
  }

  #noteSilent(): void {
    const silent = [...this.#open.values()].filter(({ watch }) => watch.silent);
    this.#deaths.silent(silent.flatMap(({ state }) => shownIn(state)));
  }

  /** The page has ended by itself, or was ended because it hung: its sessions may be the reason. */
  #gone(contents: WebContents): void {
    const entry = this.#open.get(contents);
    if (entry === undefined) return;
    // An app that quits brings no page back.
    if (this.#frozen) return entry.window.destroy();
    this.#deaths.died(shownIn(entry.state));
    this.#noteSilent();
    const { state, left_out } = this.#deaths.reopen(entry.state);
    entry.state = state;
    Object.assign(entry, notOpened(left_out));
    this.#remember();
  }

  #rememberBounds(): void {
    for (const entry of this.#open.values()) {
      if (entry.window.isDestroyed()) continue;
      const bounds = entry.window.getNormalBounds();
      entry.state = { ...entry.state, bounds, maximized: entry.window.isMaximized() };
    }
    this.#remember();
  }

  #remember(): void {
    if (this.#frozen) return;
    try {
      const states = [...this.#open.values()].map((entry) => entry.state);
      writeWindows(this.#memory, states);
    } catch (error) {
      // A full disk costs the memory of the windows, not the windows.
      log.error("The open windows could not be remembered:", error);
    }
  }
}

/** A private window shows no session of the others (SE-10). */
const isOrdinary = ({ state }: OpenWindow): boolean => state.private !== true;

const notOpened = ([not_opened]: readonly SessionId[]): Pick<OpenWindow, "not_opened"> =>
  not_opened === undefined ? {} : { not_opened };
