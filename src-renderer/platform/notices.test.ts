import { beforeEach, describe, expect, it, vi } from "vitest";
import { commandIds } from "../../src-preload/contract/window/commands";

vi.mock("./bridge", () => ({ boot: () => ({}), toErrorInfo: (error: unknown) => error }));
vi.stubGlobal("navigator", { platform: "Linux" });
vi.mock("./announce", () => ({ say: () => undefined }));

import type { Command } from "./commands/command";
import { registerCommands, runCommand } from "./commands/registry";
import { closeDialog, openDialog } from "./dialogs";
import {
  dismissNotice,
  notices,
  showDone,
  showError,
  takeSettingsProblems,
  takeStoreNotices,
} from "./notices";

const sentence = (key: string) => ({ key }) as never;
const kinds = () => notices.getState().shown.map(({ kind }) => kind);
const done = { words: () => "Deleted", undoes: true } as const;

function register(run: () => void): void {
  const command = { run } as unknown as Command;
  registerCommands(Object.fromEntries(commandIds.map((id) => [id, command])) as never);
}

beforeEach(() => {
  closeDialog();
  notices.setState({ shown: [], done: undefined, doneInDialog: false });
  register(() => undefined);
});

describe("a notice leaves", () => {
  it("when the user does the next thing, if it tells a failure; the offer to undo stays", () => {
    showDone(done);
    showError({ code: "INTERNAL", message: sentence("a") });
    runCommand("open-settings");
    expect(kinds()).toEqual([]);
    expect(notices.getState().done).toBe(done);
  });

  it("when a dialog opens or closes, if it tells a failure, so that it is told in one place", () => {
    takeStoreNotices([{ message: sentence("a") } as never]);
    showError({ code: "INTERNAL", message: sentence("b") });
    openDialog({ name: "labels" });
    expect(kinds()).toEqual(["store"]);
    showError({ code: "INTERNAL", message: sentence("c") });
    expect(kinds()).toEqual(["store", "error"]);
    closeDialog();
    expect(kinds()).toEqual(["store"]);
  });

  it("not by the command that has failed", () => {
    register(() => showError({ code: "INTERNAL", message: sentence("b") }));
    runCommand("open-settings");
    expect(kinds()).toEqual(["error"]);
  });

  it("when its cause is gone: a failure with the next one, a mistake in the settings when it is mended", () => {
    showError({ code: "INTERNAL", message: sentence("a") });
    showError({ code: "INTERNAL", message: sentence("b") });
    takeSettingsProblems([{ path: "run", message: sentence("c") } as never]);
    expect(kinds()).toEqual(["error", "settings"]);
    takeSettingsProblems([]);
    expect(kinds()).toEqual(["error"]);
  });

  it("when it is dismissed, of each kind", () => {
    takeStoreNotices([{ message: sentence("a") } as never]);
    takeSettingsProblems([{ path: "run", message: sentence("c") } as never]);
    showError({ code: "INTERNAL", message: sentence("b") });
    for (const { id } of notices.getState().shown) dismissNotice(id);
    expect(kinds()).toEqual([]);
  });
});

it("the last action is told in the dialog in which it was done, and outlives it in the window", () => {
  openDialog({ name: "labels" });
  showDone(done);
  expect(notices.getState()).toMatchObject({ done, doneInDialog: true });
  closeDialog();
  expect(notices.getState()).toMatchObject({ done, doneInDialog: false });
  openDialog({ name: "labels" });
  expect(notices.getState()).toMatchObject({ done, doneInDialog: false });
});
