/** The settings as the dialog shows them: what main says, what is being changed, and what could not be. */
import { createStore } from "zustand/vanilla";
import type { SettingPath, SettingsView, SettingValues } from "../../src-preload/contract/calls";
import type { ErrorInfo } from "../../src-preload/contract/errors";
import { call, onAppEvent, toErrorInfo } from "../bridge";

interface SettingsState {
  /** Undefined until main has answered. */
  view: SettingsView | undefined;
  /** Shown at once; what main refuses goes back to what it was. */
  pending: Partial<SettingValues>;
  failures: Partial<Record<SettingPath, ErrorInfo>>;
}

export const settings = createStore<SettingsState>(() => ({ view: undefined, pending: {}, failures: {} }));

function without<T extends object>(all: T, key: keyof T): T {
  const rest = { ...all };
  delete rest[key];
  return rest;
}

/** The value that is shown: the one its user has just chosen, or the one that holds. */
export function shownValue<P extends SettingPath>(
  { view, pending }: SettingsState,
  path: P,
): SettingValues[P] | undefined {
  // In two steps, because null is a value.
  return path in pending ? pending[path] : view?.values[path];
}

async function readSettings(): Promise<void> {
  settings.setState({ view: await call("settings.read", undefined) });
}

/** While the dialog is open it hears of changes made elsewhere. Returns the function that stops. */
export function followSettings(failed: (error: unknown) => void): () => void {
  const read = () => void readSettings().catch(failed);
  settings.setState({ failures: {} });
  read();
  return onAppEvent((event) => {
    if (event.type === "settings-changed") read();
  });
}

/** Which change of a path is the latest: an earlier one's answer settles nothing. */
const latest = new Map<SettingPath, symbol>();

export async function changeSetting<P extends SettingPath>(path: P, value: SettingValues[P]): Promise<void> {
  const change = Symbol(path);
  latest.set(path, change);
  settings.setState(({ pending, failures }) => ({
    pending: { ...pending, [path]: value },
    failures: without(failures, path),
  }));
  const isLatest = () => latest.get(path) === change;
  try {
    const view = await call("settings.change", { path, value });
    settings.setState(({ pending }) => ({ view, pending: isLatest() ? without(pending, path) : pending }));
  } catch (error) {
    if (!isLatest()) return;
    settings.setState(({ pending, failures }) => ({
      pending: without(pending, path),
      failures: { ...failures, [path]: toErrorInfo(error) },
    }));
  }
}

/** What was refused was taken back. */
export function forgive(path: SettingPath): void {
  settings.setState(({ failures }) => ({ failures: without(failures, path) }));
}

/** What cannot even be asked for. */
export function refuse(path: SettingPath, message: string): void {
  settings.setState(({ failures }) => ({
    failures: { ...failures, [path]: { code: "INVALID_INPUT", message } },
  }));
}
