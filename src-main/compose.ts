/** Builds each part once and wires them: the only file that knows them all. No logic, no Electron; tests compose the same app. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppInfo, SettingPath, SettingsView } from "../src-preload/contract/calls";
import type { ModelRef, StoreNotice } from "../src-preload/contract/types";
import { toErrorInfo } from "./core/braid-error";
import { Feeds } from "./core/feed/feeds";
import { createIds } from "./core/ids";
import { t } from "./core/language/language";
import { type Cipher, noCipher } from "./core/ports/cipher";
import { type Clock, systemClock } from "./core/ports/clock";
import type { Models } from "./core/ports/models";
import type { Providers } from "./core/ports/providers";
import type { Storage } from "./core/ports/storage";
import type { Store } from "./core/ports/store";
import type { Tool } from "./core/ports/tools";
import type { TurnDeps } from "./core/run/call";
import { RunState } from "./core/run/run-state";
import { settleInterrupted } from "./core/session/recovery";
import { SessionService } from "./core/session/session-service";
import { openModels } from "./models/open-models";
import { createRecorder } from "./recorder/recorder";
import { changeSetting, settingValues } from "./settings/changeable";
import { type ModelMarks, modelMarks } from "./settings/model-marks";
import { openSettings, type SettingsFile } from "./settings/settings-file";
import type { Settings } from "./settings/settings-schema";
import { openStore, type RecoveryHooks } from "./store";

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
  /** Told every key that is read, so that no log has it. */
  onKey?(key: string): void;
}

export interface App {
  service: SessionService;
  /** What the core knows of `app.info`; the shell adds what a window knows. */
  info(): Pick<
    AppInfo,
    | "models"
    | "default_model"
    | "favourite_models"
    | "workspace_models"
    | "reserve_tokens"
    | "settings_problems"
    | "store_notices"
    | "recovery"
  >;
  storage: Storage;
  /** What a window may see and change of the settings. */
  settings: {
    view(): SettingsView;
    /** For a diagnostics export: what stands in the file may be anything. */
    all(): Record<string, unknown>;
    change(path: SettingPath, value: unknown): Promise<void>;
    make(): Promise<void>;
  };
  providers: Providers;
  models: ModelMarks;
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
    onKey = () => {},
  } = options;
  const { store, notices, storage, maintenance } = openStore({
    file: join(data_dir, "braid.db"),
    clock,
    onTrouble,
    recovery: recoveryHooks(() => ({ state, service, onReplaced })),
  });
  const file = join(data_dir, "settings.json");
  const tellChange = () => service.emit({ type: "settings-changed", problems: settings.problems() });
  const settings = openSettings(file, tellChange);
  const { models, providers } = openModels({ ...options, cipher, settings, onKey, onChange: tellChange });
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
  const titles = { manifest: promptOf(resources_dir, "title"), onFailure: onTitleFailure };
  const service = new SessionService(deps, feeds, titles);

  // What a recovery offers is told with its buttons.
  const store_notices = storage.recovery() === undefined ? notices : [];
  const onReplaced = () => {
    ids.raise(store.newestIdTime());
    store_notices.push(...recover(deps, service, onTrouble));
  };
  onReplaced();
  return {
    service,
    info: () => ({ ...infoOf(models, settings, storage), store_notices }),
    storage,
    settings: settingsDoor(settings, file),
    providers,
    ...factsOf(store, settings),
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

function infoOf(models: Models, settings: SettingsFile, storage: Storage) {
  const recovery = storage.recovery();
  return {
    models: models.choices(),
    default_model: models.default_model(),
    favourite_models: settings.favourite_models(),
    workspace_models: workspaceModels(settings),
    reserve_tokens: settings.compaction().reserve_tokens,
    settings_problems: settings.problems(),
    ...(recovery === undefined ? {} : { recovery }),
  };
}

function workspaceModels(settings: SettingsFile): Record<string, ModelRef> {
  const named = Object.entries(settings.workspaces()).flatMap(([root, { default_model }]) =>
    default_model === undefined ? [] : [[root, default_model] as const],
  );
  return Object.fromEntries(named);
}

const factsOf = (
  store: Store,
  settings: SettingsFile,
): Pick<App, "models" | "appearance" | "window" | "appState" | "setAppState"> => ({
  models: modelMarks(settings),
  appearance: () => settings.appearance(),
  window: () => settings.window(),
  appState: (key) => store.appState(key),
  setAppState: (key, value) => store.setAppState(key, value),
});

/** Asked for only when something is recovered: by then all is there. */
const recoveryHooks = (
  parts: () => { state: RunState; service: SessionService; onReplaced: () => void },
): RecoveryHooks => ({
  isQuiet: () => parts().state.isQuiet,
  whenQuiet: () => parts().state.whenQuiet(),
  onChange: (recovery) => parts().service.emit({ type: "recovery-changed", recovery: recovery ?? null }),
  onReplaced: () => parts().onReplaced(),
});

const settingsDoor = (settings: SettingsFile, file: string): App["settings"] => ({
  all: () => ({
    providers: settings.providers(),
    default_model: settings.default_model(),
    favourite_models: settings.favourite_models(),
    workspaces: settings.workspaces(),
    run: settings.run(),
    recorder: settings.recorder(),
    compaction: settings.compaction(),
    appearance: settings.appearance(),
    window: settings.window(),
  }),
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
