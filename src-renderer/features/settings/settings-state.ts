/** The settings as the dialog shows them: main's values, changes under way, and failed changes. */

import { createStore } from "zustand/vanilla";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { SettingPath, SettingsView, SettingValues } from "../../../src-preload/contract/domain/settings";
import { call, onAppEvent, toErrorInfo } from "../../platform/bridge";
import { type Latest, latest } from "../../platform/latest";

interface SettingsState {
  /** Undefined until main has answered. */
  view: SettingsView | undefined;
  /** Values that are shown at once. A value that main refuses goes back to what it was. */
  pending: Partial<SettingValues>;
  failures: Partial<Record<SettingPath, ErrorInfo>>;
}

export const settings = createStore<SettingsState>(() => ({ view: undefined, pending: {}, failures: {} }));

function without<T extends object>(all: T, key: keyof T): T {
  const rest = { ...all };
  delete rest[key];
  return rest;
}

/** Returns the value to show: the one just chosen, or the stored one. */
export function shownValue<P extends SettingPath>(
  { view, pending }: SettingsState,
  path: P,
): SettingValues[P] | undefined {
  // Asks with `in`, because null is a value.
  return path in pending ? pending[path] : view?.values[path];
}

/** Orders the answers about all settings, of reads and of changes. */
const views = latest();

async function readSettings(): Promise<void> {
  await views(
    () => call("settings.read", undefined),
    (view) => settings.setState({ view }),
  );
}

/** Follows changes made elsewhere while the dialog is open. Returns the function that stops. */
export function followSettings(failed: (error: unknown) => void): () => void {
  const read = () => void readSettings().catch(failed);
  settings.setState({ failures: {} });
  read();
  return onAppEvent((event) => {
    if (event.type === "settings-changed") read();
  });
}

/** The latest change of each path. The answer to an earlier one settles nothing. */
const changes = new Map<SettingPath, Latest>();

function changesOf(path: SettingPath): Latest {
  const known = changes.get(path) ?? latest();
  changes.set(path, known);
  return known;
}

export async function changeSetting<P extends SettingPath>(path: P, value: SettingValues[P]): Promise<void> {
  settings.setState(({ pending, failures }) => ({
    pending: { ...pending, [path]: value },
    failures: without(failures, path),
  }));
  try {
    await changesOf(path)(
      () => call("settings.change", { path, value }),
      (view) => settings.setState(({ pending }) => ({ view, pending: without(pending, path) })),
    );
  } catch (error) {
    settings.setState(({ pending, failures }) => ({
      pending: without(pending, path),
      failures: { ...failures, [path]: toErrorInfo(error) },
    }));
  }
}

/** Drops the failure of a path after the user has taken the refused value back. */
export function forgive(path: SettingPath): void {
  settings.setState(({ failures }) => ({ failures: without(failures, path) }));
}

/** Shows a failure for a value that is never sent to main. */
export function refuse(path: SettingPath, message: string): void {
  settings.setState(({ failures }) => ({
    failures: { ...failures, [path]: { code: "INVALID_INPUT", message } },
  }));
}
