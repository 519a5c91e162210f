import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { reachable, readWindows, writeWindows } from "./window-memory";

function memory(initial?: unknown) {
  const facts = new Map<string, unknown>([["windows", initial]]);
  return {
    appState: (key: string) => facts.get(key),
    setAppState: (key: string, value: unknown) => void facts.set(key, JSON.parse(JSON.stringify(value))),
  };
}

describe("[SE-9] what was open", () => {
  it("comes back as it was written", () => {
    const state = memory();
    const windows = [
      { session_id: "ses_1" as SessionId, bounds: { x: 1, y: 2, width: 900, height: 700 }, maximized: false },
      { session_id: null, workspace_root: "/work", slot: "a" },
    ];
    writeWindows(state, windows);
    expect(readWindows(state)).toEqual(windows);
  });

  it("keeps the keys by which earlier versions have stored the side panel and the layout", () => {
    const state = memory();
    const side_panel = { session_id: "ses_2" as SessionId };
    const division = { sidebar_open: true, sidebar_width: 300, by_folder: false };
    const windows = [
      { session_id: "ses_1" as SessionId, side_panel, layout: { ...division, side_panel_width: 400 } },
    ];
    writeWindows(state, windows);
    expect(state.appState("windows")).toEqual([
      { session_id: "ses_1", beside: side_panel, panes: { ...division, beside_width: 400 } },
    ]);
    expect(readWindows(state)).toEqual(windows);
  });

  it.each([
    ["no window is open", []],
    ["only a private one is", [{ session_id: null, private: true as const }]],
    ["only a quick one without a question is", [{ session_id: null, quick: true as const }]],
  ])("stays remembered while %s", (_, windows) => {
    const state = memory();
    const last = { session_id: "ses_1" as SessionId };
    writeWindows(state, [last, ...windows]);
    writeWindows(state, windows);
    expect(readWindows(state)).toEqual([last]);
  });

  it.each([undefined, null, "x", [1], [{ session_id: 3 }], [{ bounds: {} }]])(
    "is nothing where %j is stored",
    (stored) => {
      expect(readWindows(memory(stored))).toEqual([]);
    },
  );
});

describe("bounds of a screen", () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };

  it("are kept where the window can be reached", () => {
    expect(reachable({ x: 100, y: 100, width: 800, height: 600 }, [screen])).toBe(true);
  });

  it("are dropped where the screen is gone", () => {
    expect(reachable({ x: 2500, y: 100, width: 800, height: 600 }, [screen])).toBe(false);
    expect(reachable({ x: 100, y: -700, width: 800, height: 600 }, [screen])).toBe(false);
    expect(reachable({ x: 100, y: 100, width: 800, height: 600 }, [])).toBe(false);
  });
});
