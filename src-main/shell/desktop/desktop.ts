/** The app around its windows: notifications, the tray, spell check. All follow the settings and the app's news. */

import { join } from "node:path";
import { app, Notification, session } from "electron";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { StoreNotice } from "../../../src-preload/contract/domain/storage";
import type { AppEvent } from "../../../src-preload/contract/window/bridge";
import type { BraidError } from "../../core/braid-error";
import { spokenLanguage, t } from "../../language/language";
import { closeNetwork } from "../security/security";
import type { Windows } from "../windows/windows";
import { type Answer, type Notice, Notices } from "./notices";
import { QuickKey } from "./quick-key";
import type { RunningSessions } from "./running";
import { applySpellCheck } from "./spell-check";
import type { AppTray } from "./tray";

export interface DesktopSettings {
  notifications: boolean;
  notification_content: boolean;
  tray: boolean;
  spellcheck: boolean;
  quick_window: string | null;
}

export interface DesktopParts {
  windows: Windows;
  running: RunningSessions;
  /** The session that this one works for now as a helper (AG-2). */
  worksFor(session_id: SessionId): SessionId | undefined;
  resources_dir: string;
  settings(): DesktopSettings;
  /** @throws BraidError where the session is gone, or the store fails. */
  newest(session_id: SessionId): { title: string; message: StoredMessage | undefined };
  /** A sidecar stands beside another session, and is visible only while it is open there (BR-4). */
  sidecarOf(session_id: SessionId): { main_id: SessionId; open: boolean } | undefined;
  showSidecar(session_id: SessionId): void;
  backgroundError(error: unknown): void;
}

/** Notifications that the system still shows: a collected one does not answer to a click. */
const shown = new Set<Notification>();

function show(notice: Notice, open: (session_id: SessionId) => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title: notice.title, body: notice.body });
  shown.add(notification);
  const letGo = () => shown.delete(notification);
  notification.on("click", () => {
    letGo();
    open(notice.session_id);
  });
  notification.on("close", letGo);
  // There is no notification daemon, or it refused. The answer is in its session, and the list marks it.
  notification.on("failed", letGo);
  notification.show();
}

function answerOf({ newest }: DesktopParts, session_id: SessionId): Answer | undefined {
  try {
    const { title, message } = newest(session_id);
    if (message === undefined) return undefined;
    const { finish_reason } = message.metadata;
    const text = message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return { title, text, ...(finish_reason === undefined ? {} : { finish_reason }) };
  } catch {
    // The store has told the windows of its failure.
    return undefined;
  }
}

export class Desktop {
  readonly #parts: DesktopParts;
  /** Undefined until the settings have asked for one. */
  #tray: AppTray | undefined;
  #loadingTray: Promise<AppTray> | undefined;
  readonly #notices: Notices;
  readonly #quickKey: QuickKey;
  #backgroundErrors: BraidError[] = [];

  constructor(parts: DesktopParts) {
    const { windows, settings } = parts;
    this.#parts = parts;
    this.#quickKey = new QuickKey({ press: () => windows.quick(), refused: parts.backgroundError });
    this.#notices = new Notices({
      settings,
      isSeen: (session_id) => windows.isSeen(session_id),
      worksFor: parts.worksFor,
      answerOf: (session_id) => answerOf(parts, session_id),
      now: () => Date.now(),
      show: (notice) => show(notice, (session_id) => this.#open(session_id)),
    });
  }

  /** Most people have no tray: its code is loaded where the settings ask for one. */
  async #followTray(wanted: boolean): Promise<void> {
    if (!wanted && this.#loadingTray === undefined) return;
    this.#loadingTray ??= import("./tray").then((code) => this.#makeTray(code));
    await (await this.#loadingTray).follow(wanted);
  }

  #makeTray(code: typeof import("./tray")): AppTray {
    const { windows, running, resources_dir, backgroundError } = this.#parts;
    this.#tray = new code.AppTray(join(resources_dir, "icons"), {
      open: () => windows.focusOrRestore(),
      newSession: () => windows.showNewSession(),
      quit: () => app.quit(),
      running: () => running.ids.length,
      backgroundError: (error) => {
        // Kept for windows that open later; `backgroundError` tells the open ones.
        this.#backgroundErrors = [error];
        backgroundError(error);
      },
    });
    return this.#tray;
  }

  #sidecarOf(session_id: SessionId): ReturnType<DesktopParts["sidecarOf"]> {
    try {
      return this.#parts.sidecarOf(session_id);
    } catch {
      // The store has told the windows of its failure.
      return undefined;
    }
  }

  #open(session_id: SessionId): void {
    const { windows, showSidecar, backgroundError } = this.#parts;
    const sidecar = this.#sidecarOf(session_id);
    try {
      if (sidecar?.open === false) showSidecar(session_id);
    } catch (error) {
      backgroundError(error);
    }
    if (sidecar === undefined) windows.showSession(session_id);
    else windows.showSession(sidecar.main_id, session_id);
  }

  /** True where the app lives on in the tray without a window. */
  get staysWithoutWindows(): boolean {
    return this.#tray?.isThere === true;
  }

  /** Notices for a window that opens now. */
  notices(): StoreNotice[] {
    return this.#backgroundErrors.map(({ info: { message, hint = "" } }) => ({ message, hint }));
  }

  take(event: AppEvent): void {
    this.#notices.take(event);
    if (event.type === "status-changed") this.#tray?.refresh();
  }

  /** Called when the settings or the language have changed. */
  follow(): void {
    const { spellcheck, tray, quick_window } = this.#parts.settings();
    this.#quickKey.follow(quick_window);
    const language = spellcheck ? spokenLanguage() : undefined;
    // On macOS the system brings its own dictionaries.
    const loads = language !== undefined && process.platform !== "darwin";
    closeNetwork(session.defaultSession, loads).catch(this.#parts.backgroundError);
    applySpellCheck(session.defaultSession, language, app.getPreferredSystemLanguages());
    if (!tray) this.#backgroundErrors = [];
    this.#followTray(tray).catch(this.#parts.backgroundError);
  }

  /** Tells that an answer is still being written after the last window has closed (LY-3). */
  sayThatItGoesOn(): void {
    if (!this.#parts.settings().notifications || !Notification.isSupported()) return;
    const [title, body] = [t("shell:finishing.title"), t("shell:finishing.body")];
    new Notification({ title, body, silent: true }).show();
  }
}
