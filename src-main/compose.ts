/** Builds each part once and wires the parts: the only file that knows them all. No logic, no Electron; tests compose the same app. */

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CoreEvent } from "../src-preload/contract/domain/events";
import type { SessionId } from "../src-preload/contract/domain/ids";
import type { ModelRef } from "../src-preload/contract/domain/models";
import type { StoreNotice } from "../src-preload/contract/domain/storage";
import type { AppInfo } from "../src-preload/contract/window/calls";
import { usualKeys } from "../src-preload/contract/window/shortcut-choice";
import type { Ordinary, PrivateSessions, SharedDeps } from "./compose-private";
import { toErrorInfo } from "./core/braid-error";
import { Emitter } from "./core/emitter";
import { inEnglish } from "./core/english";
import { type ClosableHooks, laterHooks } from "./core/hooks/later-hooks";
import { createIds } from "./core/ids";
import type { AgentSource } from "./core/ports/agents";
import type { BackgroundRunList } from "./core/ports/background-runs";
import { type Cipher, noCipher } from "./core/ports/cipher";
import { type Clock, systemClock } from "./core/ports/clock";
import type { Connections } from "./core/ports/connections";
import type { HelperWork } from "./core/ports/helpers";
import type { Models } from "./core/ports/models";
import type { Storage } from "./core/ports/storage";
import type { AppStateStore } from "./core/ports/store";
import type { TokenCounter } from "./core/ports/token-counter";
import type { Tool, ToolSource } from "./core/ports/tools";
import type { Agent } from "./core/run/agent";
import type { RunState } from "./core/run/run-state";
import type { TurnDeps } from "./core/run/turn-context";
import { say } from "./core/say";
import type { AppServices, HandbookArea } from "./core/session/app-services";
import { settleInterrupted } from "./core/session/recovery";
import { createSessionService, type SessionService } from "./core/session/session-service";
import { lookAtDataFolder } from "./files/data-folder";
import { inLanguage, spokenLanguage } from "./language/language";
import { listOfCommands } from "./language/list-of-commands";
import type { Speech } from "./models/guide/speech";
import { openModels } from "./models/open-models";
import { createTokenCounter } from "./models/tokens/token-counter";
import { createConnections } from "./network/connections";
import type { SystemProxy } from "./network/proxy-rule";
import { createRecorder } from "./recorder/recorder";
import { modelMarks } from "./settings/model-marks";
import { type AppSettings, settingsArea } from "./settings/settings-area";
import { openSettings, type SettingsFile } from "./settings/settings-file";
import { openStore, type RecoveryHooks } from "./store";
import { through } from "./store/verbs";

export interface ComposeOptions {
  data_dir: string;
  /** The folder of the handbook, the model catalogue and the agents. */
  resources_dir: string;
  /** The environment in which keys are looked up. */
  env: NodeJS.ProcessEnv;
  /** Names the proxy that the user has set in the system for an address, as a script for proxies does. Absent: none is set. */
  systemProxy?: SystemProxy;
  /** Seals the keys that are entered in the app; without one the app keeps them until it ends. */
  cipher?: Cipher;
  clock?: Clock;
  /** The tools of every session, with a folder or without one; absent: the built-in ones. */
  tools?: readonly Tool[];
  /** Counts the tokens of prompts; absent: a thread of the built app. */
  counter?: TokenCounter;
  /** The built thread that compares files; absent: the one beside the built app. */
  compare_file?: URL;
  /** The built thread of the store's long jobs, such as backups; absent: the one beside the built app. */
  job_file?: URL;
  /** Hears of failures that no call waits for. */
  onBackgroundError?(error: unknown): void;
  /** Hears in a sentence why a title was not made, for the log alone (SE-4). */
  onTitleFailure?(sentence: string): void;
  /** Hears in a sentence why a long output was not summarised, for the log alone (RN-6). */
  onPrecompactFailure?(sentence: string): void;
  /** Hears in a sentence that a hook has failed, for the log (AG-5). */
  onHookFailure?(sentence: string): void;
  /** Hears every key that is read, so that no log has it. */
  onKey?(key: string): void;
  /**
   * Returns true where the end of a session stands before its user's eyes, asked only of a session with an attached window. Absent: always.
   */
  isSeen?(session_id: SessionId): boolean;
}

/** One field an area, and the parts that belong to none of them. */
export interface App extends AppServices {
  settings: AppSettings;
  /** The part of `app.info` that the core knows; the shell adds what a window knows. */
  info(): CoreInfo;
  /** Small facts that outlive the app, such as the windows that were open. */
  memory: AppStateStore;
  /** The sessions that are kept in memory alone (SE-10); made with the first that is wanted. */
  privately(): Promise<PrivateSessions>;
  /** Interrupts runs, saves, closes the store. */
  close(): Promise<void>;
}

type CoreInfo = Omit<
  AppInfo,
  | "version"
  | "data_dir"
  | "boot"
  | "open_session"
  | "not_opened"
  | "side_panel"
  | "workspace_root"
  | "shown_as_text"
>;

const speechWith = (settings: SettingsFile): Speech => ({
  language: spokenLanguage,
  words: (key, params = {}, language = spokenLanguage()) =>
    inLanguage(language, { key: `guide:${key}`, params }),
  commands: (language) => listOfCommands(language, settings.shortcuts()),
});

const nobody = () => {};
const DEFAULTS = {
  cipher: noCipher,
  clock: systemClock,
  onBackgroundError: nobody,
  onTitleFailure: nobody,
  onPrecompactFailure: nobody,
  onHookFailure: nobody,
  onKey: nobody,
  isSeen: () => true,
} satisfies Partial<ComposeOptions>;

/** @throws BraidError `STORE_TOO_NEW` or `STORE_UNAVAILABLE`, each with what to do. */
export async function compose(options: ComposeOptions): Promise<App> {
  const given = withConnections({ ...DEFAULTS, ...options });
  const { data_dir, resources_dir, clock, compare_file, onBackgroundError } = given;
  const events = new Emitter<CoreEvent>();
  const opened = openStoreFor(given, events, () => ({ state, onReplaced }));
  const { store, notices, storage, backups, exchange, maintenance } = opened;
  const onChange = () => events.emit({ type: "settings-changed", problems: settings.problems() });
  const settings = openSettings(join(data_dir, "settings.json"), onChange, usualKeys());
  const { models, providers } = openModels({
    ...given,
    settings,
    speech: speechWith(settings),
    memory: store,
    onChange,
  });
  const counter = options.counter ?? createTokenCounter({ onFailure: onBackgroundError });
  const ids = createIds(clock, store.newestIdTime());
  const recorder = createRecorder({ store, ids, clock });

  const hooks = runningHooks(given, settings, events);
  const shared = {
    ...{ clock, models, counter, settings, data_dir, compare_file, agents: agentSource(given, models) },
    ...agentsOf(resources_dir, given.onTitleFailure),
    ...{ onPrecompactFailure: given.onPrecompactFailure, isSeen: given.isSeen },
  };
  const privately = laterPrivate(shared, { exchange, imports: () => service.imports() });
  const { service, state, helpers, close } = createSessionService({
    ...shared,
    ...{ store, recorder, ids, events, hooks },
    tools: toolSource(given, shared.agents, { helpers: () => helpers, runs: () => service.backgroundRuns }),
  });

  // A recovery has its own words and buttons; the notices of the start would repeat it.
  const store_notices = storage.recovery() === undefined ? notices : [];
  let swept = Promise.resolve();
  // DB-13: another database has another log, or none, and the settings may change.
  const keepEvents = () => storage.keepEvents(settings.recorder().event_log);
  const onReplaced = () => {
    ids.raise(store.newestIdTime());
    service.queue.forget();
    store_notices.push(...recover({ store, recorder, state }, service, onBackgroundError));
    // A damaged database does not tell which files its chats name.
    const files = storage.recovery() === undefined;
    swept = service.branches.removePartial().then(() => store.sweepBlobs(clock.now(), { files }));
    swept.catch(onBackgroundError);
    keepEvents();
  };
  onReplaced();
  const stopKeeping = events.on(({ type }) => type === "settings-changed" && keepEvents());
  endLeftovers(data_dir).catch(onBackgroundError);
  return {
    ...service,
    providers,
    models: modelMarks(settings),
    settings: settingsArea(settings),
    storage,
    backups,
    exchange,
    handbook: handbookArea(resources_dir, settings),
    info: () => infoOf(models, settings, storage, [...store_notices, ...lookAtDataFolder(data_dir)]),
    memory: store,
    privately: privately.open,
    async close() {
      // Settings that change from now on count from the next start.
      stopKeeping();
      // Both begin at once: nothing begins any more once the app is closing.
      await Promise.all([close(), privately.close()]);
      await hooks.close();
      await swept.catch(() => undefined);
      await counter.close();
      await maintenance.close();
      store.close();
    },
  };
}

const withConnections = <Given extends Required<Pick<ComposeOptions, "onKey">> & ComposeOptions>(
  given: Given,
) => ({ ...given, connections: createConnections({ ...given, onSecret: given.onKey }) });

/** Damage may be met before the other parts exist: `events` hears of it at once, `parts` are read when a recovery runs. */
const openStoreFor = (
  {
    data_dir,
    clock,
    job_file,
    onBackgroundError,
  }: Pick<ComposeOptions, "job_file"> &
    Pick<Required<ComposeOptions>, "data_dir" | "clock" | "onBackgroundError">,
  events: Emitter<CoreEvent>,
  parts: Parameters<typeof recoveryHooks>[1],
) =>
  openStore({
    file: join(data_dir, "braid.db"),
    ...{ clock, onBackgroundError, recovery: recoveryHooks(events, parts), ...(job_file && { job_file }) },
    onIndexing: (share) => events.emit({ type: "search-index-changed", share: share ?? null }),
  });

/** Most runs of the app have no private session: their code is loaded with the first. */
function laterPrivate(shared: SharedDeps, ordinary: Ordinary) {
  let opened: Promise<PrivateSessions> | undefined;
  return {
    open(): Promise<PrivateSessions> {
      opened ??= import("./compose-private").then(({ composePrivate }) => composePrivate(shared, ordinary));
      return opened;
    },
    close: async () => (await opened)?.close(),
  };
}

/** Tells the log of every failure of a hook, and the windows once, until the hook works again (AG-5). */
const runningHooks = (
  { data_dir, env, onHookFailure }: Pick<Required<ComposeOptions>, "data_dir" | "env" | "onHookFailure">,
  settings: SettingsFile,
  events: Emitter<CoreEvent>,
): ClosableHooks =>
  laterHooks({
    configured: () => settings.hooks(),
    data_dir,
    home: env.HOME ?? homedir(),
    onFailure: ({ event, error, is_first }) => {
      onHookFailure(`${event}: ${inEnglish(error.message)}`);
      if (is_first) events.emit({ type: "background-error", error });
    },
  });

/** Ends the commands that outlived a kill of Braid (AB-1), and removes unfinished exports. Only where there are any, their code is loaded. */
async function endLeftovers(data_dir: string): Promise<void> {
  if (existsSync(join(data_dir, "unfinished-exports"))) {
    const { sweepUnfinished } = await import("./files/unfinished");
    await sweepUnfinished(data_dir);
  }
  if (!existsSync(join(data_dir, "tool-runs"))) return;
  const { sweepLeftovers } = await import("./core/tools/command/run-files");
  await sweepLeftovers(data_dir);
}

const handbookArea = (resources_dir: string, settings: SettingsFile): HandbookArea => ({
  async read() {
    const { readHandbook } = await import("./models/guide/handbook");
    return readHandbook(
      resources_dir,
      spokenLanguage(),
      listOfCommands(spokenLanguage(), settings.shortcuts()),
    );
  },
});

function infoOf(models: Models, settings: SettingsFile, storage: Storage, store_notices: StoreNotice[]) {
  const recovery = storage.recovery();
  return {
    models: models.choices(),
    default_model: models.default_model(),
    favourite_models: settings.favourite_models(),
    workspace_models: workspaceModels(settings),
    settings_problems: settings.problems(),
    store_notices,
    ...(recovery === undefined ? {} : { recovery }),
  };
}

function workspaceModels(settings: SettingsFile): Record<string, ModelRef> {
  const named = Object.entries(settings.workspaces()).flatMap(([root, { default_model }]) =>
    default_model === undefined ? [] : [[root, default_model] as const],
  );
  return Object.fromEntries(named);
}

/** Reads the parts only when something is recovered: all of them exist by then. */
const recoveryHooks = (
  events: Emitter<CoreEvent>,
  parts: () => { state: RunState; onReplaced: () => void },
): RecoveryHooks => ({
  isIdle: () => parts().state.isIdle,
  whenIdle: () => parts().state.whenIdle(),
  onChange: (recovery) => events.emit({ type: "recovery-changed", recovery: recovery ?? null }),
  onReplaced: () => parts().onReplaced(),
});

interface LaterPorts {
  helpers(): HelperWork;
  runs(): BackgroundRunList;
}

interface ToolParts extends Pick<ComposeOptions, "tools" | "data_dir" | "env"> {
  connections: Connections;
}

/** `helpers` and `runs` exist once the session service does. The tools of the app are half of what a start would load: the first session with a folder loads them. */
function toolSource(
  { tools, data_dir, env, connections }: ToolParts,
  agents: Pick<AgentSource, "helpers">,
  { helpers, runs }: LaterPorts,
): ToolSource {
  if (tools !== undefined) {
    const given = new Map(tools.map((tool) => [tool.name, tool]));
    return async () => given;
  }
  let source: Promise<ToolSource> | undefined;
  return async (place) => {
    if (place.workspace_root === undefined) return new Map();
    source ??= import("./core/tools/all-tools").then(async ({ builtInTools }) =>
      builtInTools({
        data_dir,
        ...{ connections, home: env.HOME ?? homedir() },
        helpers: { agents: await agents.helpers(), run: helpers().run },
        runs: runs(),
      }),
    );
    return await (await source)(place);
  };
}

/** The files of agents are read only when an agent is asked for. */
function agentSource(
  folders: Pick<ComposeOptions, "data_dir" | "resources_dir">,
  models: Models,
): AgentSource {
  let files: Promise<AgentSource> | undefined;
  const source = () => {
    files ??= import("./agents/agent-files").then(({ agentFiles }) => agentFiles({ ...folders, models }));
    return files;
  };
  return through<AgentSource>(["list", "helpers", "save", "remove"], async (verb, args) => {
    const perform = (await source())[verb] as (...args: readonly unknown[]) => Promise<unknown>;
    return await perform(...args);
  });
}

/** The agents that work for Braid itself. Their files are instructions alone. */
const agentsOf = (resources_dir: string, onFailure: Required<ComposeOptions>["onTitleFailure"]) => {
  const read = (name: string): Agent => {
    const manifest = readFileSync(join(resources_dir, "agents", `${name}.md`), "utf8").trim();
    return { name, manifest, limits: {} };
  };
  return {
    summariser: read("compaction"),
    precompactor: read("precompact"),
    titling: { agent: read("title"), onFailure },
  };
};

/**
 * Settles the turns that a crash left open. They read as interrupted, and their sessions as unread; questions wait on (LY-6). Returns
 * notices for the user.
 */
function recover(
  { store, recorder, state }: Pick<TurnDeps, "store" | "recorder" | "state">,
  service: SessionService,
  onBackgroundError: (error: unknown) => void,
): StoreNotice[] {
  // A full disk or a damaged row costs nobody the rest of the app. Turns that stay open are settled before their session runs again
  // (SV-8, LY-6).
  const noticeOf = (error: unknown): StoreNotice => {
    onBackgroundError(error);
    const { message, hint = "" } = toErrorInfo(error);
    return { message, hint };
  };
  try {
    const { settled, waiting, failures } = settleInterrupted(store, recorder);
    for (const session_id of settled) service.readState.noteNews(session_id);
    for (const session_id of waiting)
      state.setStatus(session_id, { state: "waiting", message: say("session.waiting") });
    // One cause, such as a full disk, stops many sessions: one notice tells it.
    return failures.map(noticeOf).slice(0, 1);
  } catch (error) {
    return [noticeOf(error)];
  }
}
