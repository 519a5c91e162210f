/**
 * The app's icon in the tray, where the settings ask for one: the app then outlives its last window. Tells of a desktop without a tray, so
 * that nobody is left with an app that cannot be reached.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from "electron";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { t } from "../../language/language";

const run = promisify(execFile);
const ASK_TIMEOUT_MS = 3000;

/** Ask whether a program on Linux owns the tray's name. Without one the icon would be drawn nowhere, and nobody would say so. */
const QUESTIONS: [command: string, ...args: string[]][] = [
  [
    "gdbus",
    ...["call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"],
    ...["--method", "org.freedesktop.DBus.NameHasOwner", "org.kde.StatusNotifierWatcher"],
  ],
  [
    "dbus-send",
    ...["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"],
    ...["org.freedesktop.DBus.NameHasOwner", "string:org.kde.StatusNotifierWatcher"],
  ],
];

async function showsTrays(): Promise<boolean> {
  if (process.platform !== "linux") return true;
  for (const [command, ...args] of QUESTIONS) {
    try {
      const { stdout } = await run(command, args, { timeout: ASK_TIMEOUT_MS });
      return /\btrue\b/.test(stdout);
    } catch {
      // The command is not installed, or there is no bus: the next command may answer.
    }
  }
  return false;
}

export interface TrayActions {
  open(): void;
  newSession(): void;
  quit(): void;
  running(): number;
  /** Hears that the desktop shows no tray. */
  backgroundError(error: BraidError): void;
}

export function trayMenu(actions: TrayActions): MenuItemConstructorOptions[] {
  return [
    { label: t("shell:tray.open"), click: actions.open },
    { label: t("shell:tray.new-session"), click: actions.newSession },
    { type: "separator" },
    { label: t("shell:tray.running", { count: actions.running() }), enabled: false },
    { type: "separator" },
    { label: t("shell:tray.quit"), click: actions.quit },
  ];
}

export class AppTray {
  #tray: Tray | undefined;
  #wanted = false;

  constructor(
    private readonly icons: string,
    private readonly actions: TrayActions,
  ) {}

  /** True where the tray reaches the app without a window. */
  get isThere(): boolean {
    return this.#tray !== undefined;
  }

  /** Shows or removes the icon, as the settings say. */
  async follow(wanted: boolean): Promise<void> {
    if (wanted === this.#wanted) return this.refresh();
    this.#wanted = wanted;
    if (!wanted) {
      this.#tray?.destroy();
      this.#tray = undefined;
      return;
    }
    const possible = await showsTrays();
    // The settings may have turned the tray off again meanwhile.
    if (!this.#wanted || this.#tray !== undefined) return;
    if (possible) this.#show();
    else this.actions.backgroundError(noTray());
  }

  /** Renews the menu's words and the number of running sessions. */
  refresh(): void {
    this.#tray?.setContextMenu(Menu.buildFromTemplate(trayMenu(this.actions)));
  }

  #show(): void {
    const name = process.platform === "darwin" ? "trayTemplate.png" : "tray.png";
    this.#tray = new Tray(nativeImage.createFromPath(join(this.icons, name)));
    this.#tray.setToolTip("Braid");
    this.#tray.on("click", () => this.actions.open());
    this.refresh();
  }
}

const noTray = () =>
  new BraidError("INTERNAL", say("tray-missing.message"), { hint: say("tray-missing.hint") });
