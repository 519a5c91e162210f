/** The Electron entry: one instance for each data folder composes the app and opens the windows of last time. */
import { join } from "node:path";
import { app, clipboard, powerSaveBlocker, session, type WebContents } from "electron";
import { version } from "../package.json";
import type { ErrorInfo } from "../src-preload/contract/domain/errors";
import type { SessionId } from "../src-preload/contract/domain/ids";
import type { AppEvent } from "../src-preload/contract/window/bridge";
import { type App, compose } from "./compose";
import { toErrorInfo } from "./core/braid-error";
import { inEnglish } from "./core/english";
import { log, logTo } from "./core/log";
import { createRedactor, mayBeKey } from "./core/redact";
import { writeFileDurably } from "./settings/write-file-durably";
import { applyAppearance, bootOf, speakAsTheSystem } from "./shell/desktop/appearance";
import { Desktop } from "./shell/desktop/desktop";
import { RunningSessions } from "./shell/desktop/running";
import { StayAwake } from "./shell/desktop/stay-awake";
import { createSystemActions } from "./shell/desktop/system-actions";
import {
  chooseInMenu,
  describeApp,
  followFocus,
  installMenu,
  leaveMenuOut,
  type MenuActions,
  refreshMenu,
} from "./shell/menus/menu";
import { leaveMemoryOutOfDumps, refuseDumps } from "./shell/security/core-dumps";
import { takeSecrets } from "./shell/security/own-environment";
import { type Picture, registerScheme, serveApp } from "./shell/security/protocol";
import { systemCipher } from "./shell/security/secrets";
import { closeDebuggingDoors, confineAll, lockSession, systemProxy } from "./shell/security/security";
import { leaveAThreadFree } from "./shell/startup/compile-threads";
import { adoptDataFolder } from "./shell/startup/data-folder";
import { parseLaunchFlags } from "./shell/startup/launch-flags";
import { endsWithItsWindows, outliveWindows, quitCleanly } from "./shell/startup/lifecycle";
import { openLogFile } from "./shell/startup/log-file";
import { askLoginShellLater } from "./shell/startup/login-shell";
import { showStartupError, startupErrorPages } from "./shell/startup/startup-error";
import { crashPages } from "./shell/windows/crashes";
import { DeathMemory } from "./shell/windows/death-memory";
import { askBeforePrivateEnd } from "./shell/windows/private-end";
import { Windows } from "./shell/windows/windows";
import type { CallingWindow, IpcContext } from "./surfaces/ipc/context";
import { registerIpc } from "./surfaces/ipc/register";

leaveMemoryOutOfDumps();
app.setName("Braid");
/** The whole environment, with the secrets taken out of `process.env`, for main alone. */
const env = takeSecrets(process.env);
const flags = parseLaunchFlags(process.argv, env, process.cwd());
const data_dir = flags.data_dir ?? join(app.getPath("appData"), "Braid");
const page_dir = join(import.meta.dirname, "../renderer");
const resources_dir = join(import.meta.dirname, "../../resources");

const redactor = createRedactor();
for (const [name, value = ""] of Object.entries(env)) if (mayBeKey(name)) redactor.learn(value);
const log_file = openLogFile(join(data_dir, "logs"), redactor);

/** The message of a second launch on the same data folder to the first. */
interface SecondLaunch {
  workspace_root?: string;
}
const second_launch: SecondLaunch =
  flags.workspace_root === undefined ? {} : { workspace_root: flags.workspace_root };

let refusal: ErrorInfo | undefined;

/**
 * Every start ends in a window or here: writes the reason into the log and a plain window, then exits without success. Only the first
 * failure opens a window. A failure in here ends in the exit, too: a process without a window would keep the lock, and nobody could start
 * the app any more.
 */
async function refuseToStart(error: ErrorInfo): Promise<void> {
  if (refusal !== undefined) return;
  refusal = error;
  try {
    log.error(
      [
        `Braid cannot start: ${inEnglish(error.message)}`,
        ...(error.hint === undefined ? [] : [inEnglish(error.hint)]),
      ].join("\n"),
    );
    if (flags.smoke_file === undefined) {
      // Without a listener Electron quits with success when the window closes.
      app.on("window-all-closed", () => undefined);
      await app.whenReady();
      preparePages();
      await showStartupError();
    }
  } catch (failure) {
    log.error("It could not be told in a window:", failure);
  } finally {
    app.exit(1);
  }
}

/** Set once there is a store. */
let pictureOf: ((sha256: string) => Promise<Picture | undefined>) | undefined;

let prepared = false;

/** Runs once, however far the start came: a scheme that has a handler cannot get another. */
function preparePages(): void {
  if (prepared) return;
  prepared = true;
  lockSession(session.defaultSession);
  const pages = new Map([...crashPages, ...startupErrorPages(() => refusal)]);
  serveApp(page_dir, pages, async (sha256) => await pictureOf?.(sha256));
}

function openDoors(
  braid: App,
  windows: Windows,
  deaths: DeathMemory,
  desktop: Desktop,
  running: RunningSessions,
): void {
  const info = () => {
    const known = braid.info();
    const store_notices = [...known.store_notices, ...desktop.notices()];
    const boot = bootOf(braid.settings);
    return { ...known, store_notices, boot, version, data_dir, shown_as_text: deaths.shownAsText() };
  };
  const menu: MenuActions = {
    command(id, window) {
      if (window !== undefined) windows.command(window.webContents, id);
      else if (id === "new-session" || id === "new-window") windows.open();
    },
    reload: (window) => window !== undefined && windows.reload(window.webContents),
    statesOf: (window) => windows.commandsOf(window.webContents),
    shortcuts: () => braid.settings.shortcuts(),
  };
  followFocus(menu);
  pictureOf = async (sha256) =>
    (await braid.attachments.picture(sha256)) ?? (await privateContext?.attachments.picture(sha256));
  const copy = (text: string) => clipboard.writeText(text);
  const openWindow = (session_id: SessionId | null) => void windows.open({ session_id });
  const showAsText = (session_id: SessionId, as_text: boolean) => deaths.show(session_id, as_text);
  deaths.onChange(() => windows.broadcast({ type: "shown-as-text", sessions: deaths.shownAsText() }));
  const { settings, storage, backups, exchange, imports } = braid;
  const systemActions = createSystemActions({
    data_dir,
    version,
    storage,
    settings,
    log: log_file,
    redactor,
    save: writeFileDurably,
    exchange,
    imports,
    backups,
    runningTitles: () => running.ids.map((session_id) => braid.sessions.newest(session_id).title),
    quitWith: (work) => {
      last = work;
      app.quit();
    },
    onProgress: (work_id, share) => windows.broadcast({ type: "exchange-progress", work_id, share }),
  });
  const openPrivateWindow = () => openPrivately(context, braid, windows);
  const shell = { info, systemActions, openWindow, openPrivateWindow, showAsText, copy };
  const context = { ...braid, shell };
  registerIpc(
    (window) => (window.private && privateContext) || context,
    (contents) => callingWindow(contents, windows, menu),
  );
  followSettings(braid, () => {
    desktop.follow();
    installMenu(menu);
    describeApp(version, join(resources_dir, "icons/braid.png"));
  });
}

/** Set for a restore (SV-8): the work for which the app quits. */
let last: ((isWhole: boolean) => void) | undefined;

/** Set with the first private window (SE-10). */
let privateContext: IpcContext | undefined;

/** True if quitting would lose private words. Replaced with the first private window. */
let hasPrivateWords = (): boolean => false;

/** Opens a window over the private sessions: their areas in the place of the others', and news of its own. */
async function openPrivately(
  context: IpcContext,
  braid: Pick<App, "privately">,
  windows: Windows,
): Promise<void> {
  const [{ service, saving, events, hasWords }] = await Promise.all([braid.privately(), refuseDumps()]);
  const open = (session_id: SessionId | null) => void windows.open({ session_id, private: true });
  if (privateContext === undefined) {
    // Without a session it is the ordinary window that a private one leads to.
    const openWindow = (session_id: SessionId | null): void =>
      session_id === null ? context.shell.openWindow(null) : open(session_id);
    const shell = { ...context.shell, openWindow };
    privateContext = { ...context, ...service, privateSaving: saving, shell };
    hasPrivateWords = hasWords;
    events.on((event) => {
      windows.broadcast(event, true);
      awake?.take(event);
    });
  }
  open(null);
}

function callingWindow(
  contents: WebContents,
  windows: Windows,
  menu: MenuActions,
): CallingWindow | undefined {
  const state = windows.stateOf(contents);
  return (
    state && {
      ...state,
      open_slots: windows.slots,
      show: (shown) => windows.show(contents, shown),
      showSidePanel: (side_panel) => windows.showSidePanel(contents, side_panel),
      setVisible: (session_ids) => windows.setVisible(contents, session_ids),
      divide: (layout) => windows.divide(contents, layout),
      close: () => windows.close(contents),
      becomeOrdinary: async (session_id) =>
        (await import("./shell/windows/become-ordinary")).becomeOrdinary(windows, contents, session_id),
      chooseFolder: () => import("./shell/desktop/folders").then((folders) => folders.chooseFolder(contents)),
      chooseFiles: () => import("./shell/desktop/folders").then((folders) => folders.chooseFiles(contents)),
      saveFile: async (name, bytes) =>
        (await import("./shell/desktop/save-file")).saveFile(contents, name, bytes, writeFileDurably),
      listens: () => windows.listens(contents),
      chooseInMenu: (command) => chooseInMenu(command, contents),
      report: (states) => {
        windows.report(contents, states);
        refreshMenu(menu);
      },
    }
  );
}

/** Applies theme and language, now and after each change of the settings. */
function followSettings(braid: App, adapt: () => void): void {
  const follow = () => {
    applyAppearance(braid.settings.appearance());
    adapt();
  };
  follow();
  braid.sessions.events.on((event) => {
    if (event.type === "settings-changed") follow();
  });
}

async function runSmoke(windows: Windows, file: string): Promise<void> {
  try {
    // No ordinary start reads it.
    const { smoke } = await import("./shell/startup/smoke");
    await smoke(windows.open(), file);
    app.quit();
  } catch (error) {
    log.error("The smoke test failed:", error);
    app.exit(1);
  }
}

/** True once there is a window. Until then an uncaught error is a failed start. */
let started = false;
/** Set once there may be windows. */
let tellWindows: ((event: AppEvent) => void) | undefined;
/** Set with the first session that may run. */
let awake: StayAwake | undefined;
let isSeen: (session_id: SessionId) => boolean = () => false;

/** Tells a failure that no call waits for; `how` is its name in the log. */
function tellBackgroundError(error: unknown, how = "Something failed in the background:"): void {
  log.error(how, error);
  tellWindows?.({ type: "background-error", error: toErrorInfo(error) });
}

/**
 * Tells an error that nobody caught, and lets the rest of the app go on. Without a listener Electron shows a box and holds main until the
 * user presses a button: no answer is recorded meanwhile, and nobody can quit. Before the first window such an error ends the start.
 */
function outliveErrors(): void {
  process.on("uncaughtException", (error) => {
    tellBackgroundError(error, "Nobody caught:");
    if (!started) void refuseToStart(toErrorInfo(error));
  });
  process.on("unhandledRejection", (error) => log.error("Nobody caught:", error));
}

const onTitleFailure = (sentence: string) => log.warn(`A title was not made: ${sentence}`);

const onPrecompactFailure = (sentence: string) => log.warn(`A long output was not summarised: ${sentence}`);

const onHookFailure = (sentence: string) => log.warn(sentence);

const CONCERNS_ALL: readonly AppEvent["type"][] = [
  "settings-changed",
  "background-error",
  "recovery-changed",
];

async function start(): Promise<void> {
  // Composed before Electron is ready: the database opens while Chromium starts.
  const braid = await compose({
    data_dir,
    resources_dir,
    env,
    cipher: systemCipher,
    systemProxy,
    onBackgroundError: tellBackgroundError,
    onTitleFailure,
    onPrecompactFailure,
    onHookFailure,
    onKey: redactor.learn,
    isSeen: (session_id) => isSeen(session_id),
  });
  await app.whenReady();
  if (refusal !== undefined) return;
  const deaths = new DeathMemory(braid.memory);
  const windows = new Windows(
    braid.memory,
    deaths,
    () => bootOf(braid.settings),
    async (session_ids, isPrivate) => {
      const { readState } = isPrivate ? (await braid.privately()).service : braid;
      readState.noteVisible(session_ids);
    },
  );
  tellWindows = (event) => windows.broadcast(event);
  isSeen = (session_id) => windows.isSeen(session_id);
  const worksFor = (session_id: SessionId) => braid.sessions.askerOf(session_id);
  const running = new RunningSessions(worksFor);
  const desktop = new Desktop({
    windows,
    running,
    worksFor,
    resources_dir,
    settings: () => braid.settings.window(),
    newest: (session_id) => braid.sessions.newest(session_id),
    sidecarOf: (session_id) => braid.sidecars.placeOf(session_id),
    showSidecar: (session_id) => braid.sidecars.show({ session_id }),
    backgroundError: tellBackgroundError,
  });
  awake = new StayAwake(powerSaveBlocker, () => braid.settings.window().keep_awake);
  app.on("will-quit", () => awake?.end());
  braid.sessions.events.on((event) => {
    running.take(event);
    awake?.take(event);
    // Private windows have news of their own, and the settings in common.
    windows.broadcast(event, CONCERNS_ALL.includes(event.type) ? undefined : false);
    desktop.take(event);
  });
  preparePages();
  applyAppearance(braid.settings.appearance());
  // The window comes first. The parts after it are ready before the process of its page is, long before the page calls.
  if (flags.smoke_file === undefined) windows.restore(flags.workspace_root);
  openDoors(braid, windows, deaths, desktop, running);
  started = true;
  askLoginShellLater(data_dir);
  quitCleanly(
    windows,
    async () => await braid.close(),
    (isWhole) => last?.(isWhole),
  );
  outliveWindows(windows, running, desktop);
  askBeforePrivateEnd(windows, () => endsWithItsWindows(desktop) && hasPrivateWords());
  app.on("second-instance", (_event, _argv, _cwd, launch) => {
    windows.focusOrRestore((launch as SecondLaunch | undefined)?.workspace_root);
  });
  if (flags.smoke_file !== undefined) await runSmoke(windows, flags.smoke_file);
}

outliveErrors();
leaveMenuOut();
speakAsTheSystem();
const startup_error = adoptDataFolder(data_dir);
if (startup_error === undefined) logTo(log_file.sink);
registerScheme();
leaveAThreadFree();
closeDebuggingDoors();
confineAll();
// Each window asks for the sandbox anyway. Scripts that run as root start Electron without it: with a forced sandbox no process could
// start.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
if (startup_error !== undefined) void refuseToStart(startup_error);
else if (app.requestSingleInstanceLock(second_launch))
  start().catch((error) => refuseToStart(toErrorInfo(error)));
else app.exit(0);
