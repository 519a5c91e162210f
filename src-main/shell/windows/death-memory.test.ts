import { describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { DeathMemory } from "./death-memory";

const A = "ses_a" as SessionId;
const state = { session_id: A };

function memory(initial?: unknown) {
  const facts = new Map<string, unknown>([["deaths", initial]]);
  return {
    appState: (key: string) => facts.get(key),
    setAppState: (key: string, value: unknown) => void facts.set(key, JSON.parse(JSON.stringify(value))),
  };
}

describe("[SE-9] what a page died on outlives the app", () => {
  it("is known to the next start: first as text, then not opened, and offered again", () => {
    const store = memory();
    new DeathMemory(store).died([A]);
    const second = new DeathMemory(store);
    expect(second.shownAsText()).toEqual([{ session_id: A, failed: true }]);
    expect(second.reopen(state)).toEqual({ state, left_out: [] });
    second.died([A]);
    const third = new DeathMemory(store);
    expect(third.reopen(state)).toEqual({ state: { session_id: null }, left_out: [A] });
    expect(third.reopen(state)).toEqual({ state, left_out: [] });
    expect(third.shownAsText()).toEqual([{ session_id: A, failed: true }]);
  });

  it("an app that was killed while its page hung finds that out; one that was killed otherwise has nothing to find", () => {
    const store = memory();
    new DeathMemory(store).silent([A]);
    expect(new DeathMemory(store).shownAsText()).toEqual([{ session_id: A, failed: true }]);

    const thawed = memory();
    const deaths = new DeathMemory(thawed);
    deaths.silent([A]);
    deaths.silent([]);
    expect(new DeathMemory(thawed).shownAsText()).toEqual([]);
    expect(new DeathMemory(memory()).shownAsText()).toEqual([]);
  });

  it("a page that ends together with the app, by one signal for all, was not at fault", () => {
    let now = 0;
    const store = memory();
    const deaths = new DeathMemory(store, () => now);
    deaths.died([A]);
    now = 200;
    deaths.appEnds();
    expect(new DeathMemory(store).shownAsText()).toEqual([]);
    deaths.died([A]);
    now = 5_000;
    deaths.appEnds();
    expect(new DeathMemory(store).shownAsText()).toEqual([{ session_id: A, failed: true }]);
  });

  it("tells whenever something else is shown as text", () => {
    const deaths = new DeathMemory(memory());
    const tell = vi.fn();
    deaths.onChange(tell);
    deaths.show(A, true);
    deaths.show(A, false);
    deaths.calm([A]);
    expect(tell).toHaveBeenCalledTimes(2);
  });

  it.each([null, 7, "x", [], {}, { fates: 1, silent: 2 }, { fates: [{ session_id: 3 }], silent: [] }])(
    "is nothing where %j is stored",
    (stored) => {
      expect(new DeathMemory(memory(stored)).shownAsText()).toEqual([]);
    },
  );

  it("lets a store that fails cost the next start's knowledge, and nothing else", () => {
    const fails = () => {
      throw new Error("disk full");
    };
    const deaths = new DeathMemory({ appState: fails, setAppState: fails });
    deaths.died([A]);
    expect(deaths.shownAsText()).toEqual([{ session_id: A, failed: true }]);
  });
});
