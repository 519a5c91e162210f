import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import { cleanup, freshFolder } from "../testing/stores";
import { Searcher } from "./searcher";

const MINUTE_MS = 60_000;
const REQUEST: SearchRequest = { text: "red", order: "newest", limit: 1 };

/** A thread whose answers tell whether it was to compare, and what it has heard. It fails where it hears of `failing`. */
const THREAD = `
  import { parentPort, workerData } from "node:worker_threads";
  const heard = [];
  parentPort.on("message", (request) => {
    if (request.is === "close") return parentPort.close();
    heard.push(...request.changed);
    parentPort.postMessage({ is: "idle", behind: heard.includes("failing") });
    const page = { compare: workerData.compare, heard };
    if (request.is === "search") parentPort.postMessage({ is: "found", id: request.id, page });
  });`;

function searcher(): Searcher {
  const path = join(freshFolder(), "thread.mjs");
  writeFileSync(path, THREAD);
  const made = new Searcher({
    file: "",
    identity: () => "",
    worker_file: pathToFileURL(path),
    onBackgroundError: (error) => expect.unreachable(String(error)),
    onDamage: () => undefined,
    onBuilding: () => undefined,
  });
  cleanup(() => made.close());
  return made;
}

const ended = (one: Searcher) => expect.poll(() => one.isOpen()).toBe(false);
const asked = async (one: Searcher, ...changed: string[]) =>
  (await one.search(REQUEST, changed)) as FoundPage & { compare: boolean; heard: string[] };

describe("[SE-5a] the thread of the search, ended after a quiet minute", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("is followed by one that compares nothing, where the index had all", async () => {
    const one = searcher();
    expect(await asked(one, "a")).toEqual({ compare: true, heard: ["a"] });
    vi.advanceTimersByTime(MINUTE_MS);
    await ended(one);
    expect(await asked(one, "b")).toEqual({ compare: false, heard: ["b"] });
  });

  it("is followed by one that compares, where something had failed", async () => {
    const one = searcher();
    await asked(one, "failing");
    vi.advanceTimersByTime(MINUTE_MS);
    await ended(one);
    expect(await asked(one)).toEqual({ compare: true, heard: [] });
  });

  it("loses nothing of what is said while it ends", async () => {
    const one = searcher();
    await asked(one);
    vi.advanceTimersByTime(MINUTE_MS);
    one.changed(["a"]);
    expect(await asked(one, "b")).toEqual({ compare: false, heard: ["a", "b"] });
  });

  it("is followed by one that compares, where it was closed while something was still to be said", async () => {
    const one = searcher();
    await asked(one);
    vi.advanceTimersByTime(MINUTE_MS);
    one.changed(["a"]);
    const waiting = expect(asked(one, "b")).rejects.toThrow("the thread ended");
    await one.close();
    await waiting;
    expect(await asked(one)).toEqual({ compare: true, heard: [] });
  });
});
