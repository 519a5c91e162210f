/**
 * `settings.json` as it stands now: reads the file again when it has changed, and writes it only where the user changes something in the
 * app.
 */

import { lstatSync, statSync } from "node:fs";
import type { ModelRef } from "../../src-preload/contract/domain/models";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import type { UsualKeys } from "../../src-preload/contract/domain/shortcuts";
import type { CompactionSettings, RecorderSettings, SettingsSource } from "../core/ports/settings";
import { say } from "../core/say";
import { readDataFile, type Unusable, wordsFor } from "../files/data-file";
import { type ParsedSettings, parseSettings } from "./parse-settings";
import { type EditSettings, mustBeMended, notWritten } from "./settings-edits";
import type { ProviderSettings, Settings } from "./settings-schema";
import { writeFileDurably } from "./write-file-durably";

/** Each read costs one `stat`; nothing watches or polls. */
export interface SettingsFile extends SettingsSource {
  /** With what the storage alone reads. */
  recorder(): RecorderSettings & { event_log: boolean };
  /** The file's path. */
  readonly file: string;
  /** The commands that there are, each with its default key. */
  readonly usual_keys: UsualKeys;
  /** The same array until the file changes. */
  providers(): ProviderSettings[];
  /** Ids of providers that a mistake in the file left out. */
  left_out_providers(): string[];
  default_model(): ModelRef | undefined;
  favourite_models(): Settings["favourite_models"];
  workspaces(): Settings["workspaces"];
  /** RN-2: the default of the sessions of this folder. */
  workspace_model(workspace_root: string): ModelRef | undefined;
  /** CP-8: the values for a model, or without one those for all models. */
  compaction(model?: ModelRef): CompactionSettings;
  appearance(): Settings["appearance"];
  window(): Settings["window"];
  /** AG-5. */
  hooks(): Settings["hooks"];
  /** The keys that the user has chosen for commands. */
  shortcuts(): Settings["shortcuts"];
  problems(): SettingsProblem[];
  /** Reads the file even if it looks unchanged. Returns true if it says something new. */
  reload(): boolean;
  /**
   * Writes the changes that `edit` returns for the file's present content, and leaves the rest, comments included (SV-11). Saves run one
   * after the other, and each starts from the file on the disk: two windows, or an editor that saves meanwhile, lose nothing to each other.
   * @throws BraidError `INVALID_INPUT` while the file is not JSON, which its user must mend; `SETTINGS_UNAVAILABLE` where the disk refuses.
   * The file is unchanged then.
   */
  save(edit: EditSettings): Promise<void>;
  /** Writes an empty file where there is none. @throws as `save` */
  make(): Promise<void>;
  saveDefaultModel(ref: ModelRef): Promise<void>;
}

/**
 * A missing file means the defaults, and stays missing. A text that is not JSON, or a file that cannot be read, changes nothing in a
 * running app. Calls `onChange` after a read that found new content.
 * @param usual_keys the commands whose keys the file may name
 */
export function openSettings(
  file: string,
  onChange: () => void = () => {},
  usual_keys: UsualKeys = {},
): SettingsFile {
  let stamp = stampOf(file);
  let current = readSettingsFile(file, usual_keys);
  let saving: Promise<void> = Promise.resolve();

  function reload(): boolean {
    // The stamp is taken before the read: a change in between is seen next time.
    stamp = stampOf(file);
    const next = readSettingsFile(file, usual_keys, current.parsed.settings);
    if (next.text === current.text && next.failure?.why === current.failure?.why) return false;
    current = next;
    // Deferred to a microtask: the caller of the read is in the middle of something.
    queueMicrotask(onChange);
    return true;
  }
  function fresh(): ParsedSettings {
    if (stampOf(file) !== stamp) reload();
    return current.parsed;
  }
  async function write(edit: EditSettings): Promise<void> {
    try {
      const { editSettings } = await import("./edit-settings");
      for (let written = false; !written; ) {
        reload();
        const { text, failure, parsed } = current;
        if (failure !== undefined || !parsed.well_formed) throw mustBeMended(parsed.problems);
        const seen = stamp;
        written = await writeFileDurably(file, editSettings(text, edit), () => stampOf(file) === seen);
      }
    } catch (error) {
      throw notWritten(file, error);
    } finally {
      reload();
    }
  }
  function save(edit: EditSettings): Promise<void> {
    const done = saving.then(() => write(edit));
    saving = done.catch(() => undefined);
    return done;
  }

  return {
    file,
    usual_keys,
    run: () => fresh().settings.run,
    recorder: () => fresh().settings.recorder,
    providers: () => fresh().settings.providers,
    left_out_providers: () => fresh().settings.left_out_providers,
    default_model: () => fresh().settings.default_model,
    favourite_models: () => fresh().settings.favourite_models,
    workspaces: () => fresh().settings.workspaces,
    workspace_model: (root) => {
      const { workspaces } = fresh().settings;
      return Object.hasOwn(workspaces, root) ? workspaces[root]?.default_model : undefined;
    },
    compaction: (model) => compactionFor(fresh().settings, model),
    appearance: () => fresh().settings.appearance,
    window: () => fresh().settings.window,
    hooks: () => fresh().settings.hooks,
    shortcuts: () => fresh().settings.shortcuts,
    problems: () => fresh().problems,
    reload,
    save,
    make: async () => (stampOf(file) === "ENOENT" ? await save(() => []) : undefined),
    saveDefaultModel: (ref) => save(() => [{ path: ["default_model"], value: ref }]),
  };
}

function compactionFor({ compaction, providers }: Settings, model: ModelRef | undefined): CompactionSettings {
  const provider = providers.find(({ id }) => id === model?.provider_id);
  const own = provider?.models.find(({ id }) => id === model?.model_id)?.compaction;
  const smart_recovery = { ...compaction.smart_recovery, ...own?.smart_recovery };
  return { ...compaction, ...own, smart_recovery };
}

/** Bytes: a hundred times a long file of settings. A larger file would hold the start. */
const MOST_BYTES = 4 * 1024 * 1024;

interface ReadFile {
  /** Empty where there is no file. */
  text: string;
  /** Why the file could not be read. */
  failure: Unusable | undefined;
  parsed: ParsedSettings;
}

/** @param before the settings in force, which stay where the file says nothing that can be relied on */
function readSettingsFile(file: string, usual: UsualKeys, before?: Settings): ReadFile {
  const read = readDataFile(file, MOST_BYTES);
  const text = read.is === "text" ? read.text : "";
  const parsed = parseSettings(text, usual, before);
  if (read.is !== "unusable") return { text, failure: undefined, parsed };
  const otherwise = say(before === undefined ? "problems:defaults" : "problems:kept");
  const message = say("problems:unreadable", { what: wordsFor(read), otherwise });
  const problems: SettingsProblem[] = [{ path: "settings.json", message }];
  return { text, failure: read, parsed: { ...parsed, settings: before ?? parsed.settings, problems } };
}

/** Returns a text that differs after each change of the file: saving in place moves the times, replacing the file moves the inode too. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(":");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const is_link = code === "ENOENT" && lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    return is_link ? "a link to nothing" : code;
  }
}
