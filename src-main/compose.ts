/** Builds each part once and wires them: the only file that knows them all. No logic, no Electron; tests compose the same app. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppInfo, SettingPath, SettingsView } from "../src-preload/contract/calls";
import type { StoreNotice } from "../src-preload/contract/types";
import { toErrorInfo } from "./core/braid-error";
import { Feeds } from "./core/feed/feeds";
import { createIds } from "./core/ids";
import { t } from "./core/language/language";
import { type Cipher, noCipher } from "./core/ports/cipher";
import { type Clock, systemClock } from "./core/ports/clock";
import type { Models } from "./core/ports/models";
import type { Providers } from "./core/ports/providers";
import type { Tool } from "./core/ports/tools";
import type { TurnDeps } from "./core/run/call";
import { RunState } from "./core/run/run-state";
import { settleInterrupted } from "./core/session/recovery";
import { SessionService } from "./core/session/session-service";
import { openModels } from "./models/open-models";
import { createRecorder } from "./recorder/recorder";
import { changeSetting, settingValues } from "./settings/changeable";
import { openSettings } from "./settings/settings-file";
import type { Settings } from "./settings/settings-schema";
import { openStore } from "./store";

export interface ComposeOptions {
  data_dir: string;
  /** Where the handbook, the model catalogue and the agents are. */
  resources_dir: string;
  /** Where keys are looked up. */
  env: NodeJS.ProcessEnv;
  /** Seals the keys that are entered in the app; without one they last for the run. */
  cipher?: Cipher;
  clock?: Clock;
  tools?: readonly Tool[];
  /** Told what went wrong where no call was waiting for an answer. */
  onTrouble?(error: unknown): void;
  /** Told, in a sentence, why a title was not made: for the log, and for nobody else (SE-4). */
  onTitleFailure?(sentence: string): void;
}

export interface App {
  service: SessionService;
  /** What the core knows of `app.info`; the shell adds what a window knows. */
  info(): Pick<AppInfo, "models" | "default_model" | "settings_problems" | "store_notices">;
  /** What a window may see and change of the settings. */
  settings: {
    view(): SettingsView;
    change(path: SettingPath, value: unknown): Promise<void>;
    make(): Promise<void>;
  };
  providers: Providers;
  appearance(): Settings["appearance"];
  window(): Settings["window"];
  appState(key: string): unknown;
  setAppState(key: string, value: unknown): void;
  /** Ends runs as interrupted, saves, closes the store. */
  close(): Promise<void>;
}

/** @throws BraidError `STORE_TOO_NEW` or `STORE_UNAVAILABLE`, each with what to do. */
export async function compose(options: ComposeOptions): Promise<App> {
  const {
    data_dir,
    resources_dir,
    cipher = noCipher,
    clock = systemClock,
    tools = [],
    onTrouble = () => {},
    onTitleFailure = () => {},
  } = options;
  const { store, notices, maintenance } = openStore({ file: join(data_dir, "braid.db"), clock, onTrouble });
  const file = join(data_dir, "settings.json");
  const tellChange = () => service.emit({ type: "settings-changed", problems: settings.problems() });
  const settings = openSettings(file, tellChange);
  const { models, providers } = openModels({ ...options, cipher, settings, onChange: tellChange });
  const ids = createIds(clock, store.newestIdTime());
  const recorder = createRecorder({ store, ids, clock });

  const state = new RunState(clock, (session_id, status) => {
    feeds.of(session_id).publish({ type: "status", status });
    service.emit({ type: "status-changed", session_id, status });
    if (status.state === "waiting") service.noteNews(session_id);
  });
  const feeds = new Feeds(
    (session_id) => state.isRunning(session_id),
    (session_id) => state.forget(session_id),
  );
  const deps: TurnDeps = {
    store,
    recorder,
    ids,
    clock,
    models,
    settings,
    state,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    manifest: promptOf(resources_dir, "chat"),
  };
  const service = new SessionService(deps, feeds, {
    manifest: promptOf(resources_dir, "title"),
    onFailure: onTitleFailure,
  });

  notices.push(...recover(deps, service, onTrouble));
  return {
    service,
    info: () => ({ ...modelsInfo(models), settings_problems: settings.problems(), store_notices: notices }),
    settings: settingsDoor(settings, file),
    providers,
    appearance: () => settings.appearance(),
    window: () => settings.window(),
    appState: (key) => store.appState(key),
    setAppState: (key, value) => store.setAppState(key, value),
    async close() {
      const besides = service.close();
      state.interruptAll();
      await state.ended();
      await besides;
      feeds.close();
      await maintenance.close();
      store.close();
    },
  };
}

const modelsInfo = (models: Models) => ({
  models: models.choices(),
  default_model: models.default_model(),
});

const settingsDoor = (settings: ReturnType<typeof openSettings>, file: string): App["settings"] => ({
  view: () => ({ values: settingValues(settings), problems: settings.problems(), file }),
  change: (path, value) => changeSetting(settings, path, value),
  make: () => settings.make(),
});

/** What an agent is told of its work. */
const promptOf = (resources_dir: string, agent: string): string =>
  readFileSync(join(resources_dir, "agents", `${agent}.md`), "utf8").trim();

/** What a crash left open reads as interrupted, and as unread; questions wait on (LY-6). Returns what its user has to know. */
function recover(
  { store, recorder, state }: TurnDeps,
  service: SessionService,
  onTrouble: (error: unknown) => void,
): StoreNotice[] {
  try {
    const { settled, waiting } = settleInterrupted(store, recorder, { keep_questions: true });
    for (const session_id of settled) service.noteNews(session_id);
    for (const session_id of waiting)
      state.setStatus(session_id, { state: "waiting", message: t("session.waiting") });
    return [];
  } catch (error) {
    // A full disk or a damaged row costs nobody the rest: what is left is settled before its session runs again (SV-8, LY-6).
    onTrouble(error);
    const { message, hint = "" } = toErrorInfo(error);
    return [{ message, hint }];
  }
}
