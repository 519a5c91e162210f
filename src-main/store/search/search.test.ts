import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { fillRows } from "../../../e2e/fixtures/many-rows";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import type { Found, SearchRequest } from "../../../src-preload/contract/domain/search";
import type { PartWrite } from "../../core/ports/transcript-store";
import { identityOf } from "../database/folder";
import { opened, SEARCH_FILE, spoil, stranger } from "../testing/stores";
import { append, beginTurn, endOf, frame, ids, newSession, text, tick, wholeTurn } from "../testing/talk";
import { openIndex, searchFile } from "./index-file";
import { idOf, type Key } from "./keys";
import type { SearchData } from "./searching";

async function withSearch(file?: string) {
  const here = opened(file, { search_file: SEARCH_FILE });
  await built(here.store);
  return here;
}
type Opened = ReturnType<typeof opened>;

const ask = (store: Opened["store"], words: string, more: Partial<SearchRequest> = {}) =>
  store.search({ text: words, order: "newest", limit: 50, ...more });
/** The ids of what is found: messages, and sessions by their titles. */
const found = async (store: Opened["store"], words: string, more: Partial<SearchRequest> = {}) =>
  (await ask(store, words, more)).results.map(({ message_id, session }) => message_id ?? session.id);
/** Resolves when the index has all. */
async function built(store: Opened["store"]): Promise<void> {
  while ((await ask(store, "")).building !== undefined) await new Promise(setImmediate);
}

const part = (index: number, one: BraidPart): PartWrite => ({
  kind: "insert",
  id: ids.part(),
  index,
  part: one,
  settled: true,
});

describe("[SE-5a] a search over all sessions", () => {
  it("finds questions, answers and titles at once, the newest first, each with its place", async () => {
    const { store } = await withSearch();
    const first = wholeTurn(store, undefined, "A *red* answer.");
    const second = wholeTurn(store, undefined, "Another Red one.");
    expect(await found(store, "red")).toEqual([second.message_id, first.message_id]);
    expect(await found(store, "hello")).toEqual([second.user_id, first.user_id]);
    store.renameSession(first.session_id, "Red things");
    expect(await found(store, "red")).toEqual([first.session_id, second.message_id, first.message_id]);
    expect((await ask(store, "red an")).results).toMatchObject([
      {
        session: { id: second.session_id, title: "A talk" },
        message_id: second.message_id,
        kind: "answer",
        snippet: {
          text: "Another Red one.",
          marks: [
            { start: 0, end: 7 },
            { start: 8, end: 11 },
          ],
        },
        model_id: "one",
      },
      { message_id: first.message_id, snippet: { text: "A *red* answer." } },
    ]);
  });

  it("finds reasoning, inputs and outputs of tools, and names of files", async () => {
    const { store } = await withSearch();
    const turn = beginTurn(store);
    const tool = {
      type: "tool-bash",
      toolCallId: "call_1",
      state: "output-available",
      input: { command: "grep -r pineapple ." },
      output: { lines: [{ text: "a mango" }] },
    } as BraidPart;
    const file = {
      type: "file",
      mediaType: "text/plain",
      url: "blob:x",
      filename: "papaya_list.txt",
    } as BraidPart;
    const thought = { type: "reasoning", text: "Perhaps a lychee?" } as BraidPart;
    const { frame: end, metadata } = endOf(turn, "Done.");
    const parts = [...end.parts, part(1, thought), part(2, tool), part(3, file)];
    store.endTurn({ frame: { ...end, parts }, metadata });
    const kinds = async (words: string) => (await ask(store, words)).results.map(({ kind }) => kind);
    expect(await kinds("pineapple")).toEqual(["tool"]);
    expect(await kinds("mango")).toEqual(["tool"]);
    expect(await kinds("papaya")).toEqual(["file"]);
    expect(await kinds("lychee")).toEqual(["reasoning"]);
    expect(await kinds("lychee mango")).toEqual([]);
    expect(await kinds("from:model")).toEqual(["file", "reasoning", "tool", "answer"]);
    expect(await kinds("kind:question hello")).toEqual(["question"]);
    expect(await kinds("kind:tool mango")).toEqual(["tool"]);
    expect(await kinds("kind:file mango")).toEqual([]);
    expect(await kinds("-kind:tool mango")).toEqual([]);
    expect(await kinds("kind:file kind:reasoning from:model")).toEqual(["file", "reasoning"]);
  });

  it("[SE-6f] [PM-2] finds what an import told, and what a user wrote with a permission", async () => {
    const { store } = await withSearch();
    const turn = beginTurn(store);
    const told = (kind: string, words: unknown) =>
      ({ type: "data-told", data: { from: "chatgpt", kind, text: words } }) as BraidPart;
    const allowed = (word: unknown, decision = "deny") =>
      ({
        type: "data-permission",
        id: "apr_1",
        data: { tool_call_id: "c", tool_name: "bash", needs: [], answer: { decision, word, at: 0 } },
      }) as BraidPart;
    const { frame: end, metadata } = endOf(turn, "Done.");
    const said = [
      ...[told("custom-instructions", "I am a baker."), told("file", "recipe.pdf")],
      ...[told("reasoning_recap", "Thought for an hour"), told("hologram", ["nothing"])],
      ...[allowed("Use the oven instead"), allowed("Never said", "withdrawn"), allowed(7)],
    ];
    const parts = [...end.parts, ...said.map((one, at) => part(at + 1, one))];
    store.endTurn({ frame: { ...end, parts }, metadata });
    const kinds = async (words: string) => (await ask(store, words)).results.map(({ kind }) => kind);
    expect(await kinds("baker")).toEqual(["answer"]);
    expect(await kinds("recipe")).toEqual(["file"]);
    expect(await kinds("hour")).toEqual(["reasoning"]);
    expect(await kinds("oven")).toEqual(["tool"]);
    expect(await kinds("nothing")).toEqual([]);
    expect(await kinds("never")).toEqual([]);
  });

  it("[SE-11b] finds a message by its labels as they are now, also those of messages that settled long ago", async () => {
    const here = await withSearch();
    const { store } = here;
    const one = wholeTurn(store, undefined, "Red things.");
    const two = wholeTurn(store, undefined, "Blue things.");
    const label = (turn: typeof one, name: string) =>
      store.addLabel({ session_id: turn.session_id, message_id: turn.message_id, name, now: tick() });
    expect(await found(store, "decision")).toEqual([]);
    await label(one, "Our decisión");
    await label(one, "to read");
    await label(two, "undecided");
    expect((await ask(store, "decision")).results).toMatchObject([
      {
        message_id: one.message_id,
        kind: "label",
        snippet: { text: "Our decisión", marks: [{ start: 4, end: 12 }] },
        beginning: "Red things.",
      },
    ]);
    expect(await found(store, "read decision")).toEqual([one.message_id]);
    expect(await found(store, "kind:label things")).toEqual([]);
    expect(await found(store, "label:deci")).toEqual([two.message_id, one.message_id]);
    expect(await found(store, "label:read label:UNDECIDED things")).toEqual([two.message_id, one.message_id]);
    expect(await found(store, "-label:read kind:answer")).toEqual([two.message_id]);
    expect(await found(store, "is:labelled")).toEqual([two.message_id, one.message_id]);
    expect(await found(store, "things is:labelled")).toEqual([two.message_id, one.message_id]);
    await store.renameLabel({ from: "undecided", to: "settled" });
    expect(await found(store, "undecided")).toEqual([]);
    expect(await found(store, "settled")).toEqual([two.message_id]);
    await here.close();
    // Nobody listens: what changes now is found by comparing.
    const deaf = opened(here.file);
    await deaf.store.removeLabel({ session_id: one.session_id, message_id: one.message_id, name: "to read" });
    await deaf.store.removeLabel({ session_id: two.session_id, message_id: two.message_id, name: "settled" });
    await deaf.store.addLabel({
      session_id: two.session_id,
      message_id: two.user_id,
      name: "asked",
      now: tick(),
    });
    await deaf.close();
    const again = (await withSearch(here.file)).store;
    expect(await found(again, "is:labelled")).toEqual([two.user_id, one.message_id]);
    expect(await found(again, "read")).toEqual([]);
    expect(await found(again, "asked")).toEqual([two.user_id]);
  });

  it("finds parts of a name in a row, also where the last part begins many words", async () => {
    const { store } = await withSearch();
    wholeTurn(store, undefined, "pa red");
    const turns = [..."abcdefghijkl"].map((letter) => wholeTurn(store, undefined, `red p${letter}`));
    const whole = wholeTurn(store, undefined, "redPa");
    const ids = [...turns, whole].map(({ message_id }) => message_id).reverse();
    expect(await found(store, "red_p")).toEqual(ids);
  });

  it("finds what a running answer has settled so far", async () => {
    const { store } = await withSearch();
    const turn = beginTurn(store);
    append(store, turn, 0, "half a coconut");
    expect(await found(store, "coconut")).toEqual([]);
    const settle: PartWrite = {
      kind: "update",
      id: turn.part_id,
      part: text("a coconut", "done"),
      settled: true,
    };
    store.commitFrame(frame(turn.session_id, turn.message_id, [settle]));
    expect(await found(store, "coconut")).toEqual([turn.message_id]);
    store.endTurn({
      frame: frame(turn.session_id, turn.message_id, [part(1, text("and a fig", "done"))]),
      metadata: endOf(turn, "").metadata,
    });
    expect(await found(store, "coconut fig")).toEqual([turn.message_id]);
  });

  it("filters by what the database says now, and marks it", async () => {
    const { store } = await withSearch();
    const year = new Date(tick()).getUTCFullYear();
    const one = wholeTurn(store, undefined, "red");
    const two = wholeTurn(store, undefined, "red");
    store.archiveSession(one.session_id, true, tick());
    store.trashSession(two.session_id, true, tick());
    store.markSession(one.session_id, { pinned_at: 5 });
    expect(await found(store, "red is:archived")).toEqual([one.message_id]);
    expect(await found(store, "red is:trash")).toEqual([two.message_id]);
    expect(await found(store, "red -is:trash is:pinned")).toEqual([one.message_id]);
    expect(await found(store, "red is:hidden")).toEqual([]);
    const { results } = await ask(store, "red");
    expect(
      results.map(({ session: { archived, trashed, pinned } }) => ({ archived, trashed, pinned })),
    ).toEqual([{ trashed: true }, { archived: true, pinned: true }]);
    expect(await found(store, "from:me is:archived")).toEqual([one.user_id]);
    expect(await found(store, "model:ONE kind:answer")).toEqual([two.message_id, one.message_id]);
    expect(await found(store, "red model:two")).toEqual([]);
    expect(await found(store, "red in:talk in:nowhere")).toEqual([two.message_id, one.message_id]);
    expect(await found(store, `red before:${year}`)).toEqual([]);
    expect(await found(store, `red after:${year} before:${year + 2}`)).toHaveLength(2);
    expect(await found(store, "nothing-like-it")).toEqual([]);
    expect(await found(store, "-red")).toEqual([]);
  });

  it("finds a beginning that many words have in the texts themselves", async () => {
    const { store } = await withSearch();
    const letters = [..."abcdefghijklmnopqrst"];
    const words = letters.flatMap((one) => letters.map((other) => `zeta${one}${other}`));
    const first = wholeTurn(store, undefined, `red ${words.join(" ")}`);
    const second = wholeTurn(store, undefined, "zetabird");
    wholeTurn(store, undefined, "red");
    expect(await found(store, "red zeta")).toEqual([first.message_id]);
    expect(await found(store, "zeta")).toEqual([second.message_id, first.message_id]);
    expect(await found(store, "zeta -red")).toEqual([second.message_id]);
  });

  it("has the best of the older ones where filters leave out thousands of newer ones", async () => {
    const here = opened();
    await here.close();
    const db = stranger(here.file, { readonly: false });
    fillRows(db, 0, 1, 5);
    fillRows(db, 1, 1, 2500);
    db.close();
    const { store } = await withSearch(here.file);
    await built(store);
    /** A page may end early on a busy machine: all of them are asked for. */
    const all = async (words: string, limit: number) => {
      const results: Found[] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page = await ask(store, words, { order: "best", limit, after });
        expect(page.results.length).toBeLessThanOrEqual(limit);
        results.push(...page.results);
        after = page.next;
      }
      return results.map(({ message_id }) => message_id);
    };
    const older = await all("message before:2025-01-02", 3);
    expect([older.length, new Set(older).size]).toEqual([5, 5]);
    expect(await all("message", 500)).toHaveLength(2505);
  });

  it("comes in pages, the newest first and the best first alike", async () => {
    const { store } = await withSearch();
    const turns = Array.from({ length: 7 }, (_, n) =>
      wholeTurn(store, undefined, `red ${"blue ".repeat(n)}`),
    );
    for (const order of ["newest", "best"] as const) {
      const pages: unknown[] = [];
      let after: number | undefined;
      do {
        const page = await ask(store, "red", { order, limit: 3, ...(after === undefined ? {} : { after }) });
        pages.push(page.results.map(({ message_id }) => message_id));
        after = page.next;
      } while (after !== undefined);
      const answers = turns.map(({ message_id }) => message_id);
      const sorted = order === "newest" ? answers.toReversed() : answers;
      expect(pages).toEqual([sorted.slice(0, 3), sorted.slice(3, 6), sorted.slice(6)]);
    }
  });
});

describe("[SE-5a] the index", () => {
  it("is made in the background for an older database, the newest message first", async () => {
    const older = opened();
    const turns = [1, 2, 3].map((n) => wholeTurn(older.store, undefined, `red ${n}`));
    await older.close();
    const { store } = await withSearch(older.file);
    await built(store);
    expect(await found(store, "red")).toEqual(turns.map(({ message_id }) => message_id).reverse());
    const last = wholeTurn(store, undefined, "red 4");
    expect((await found(store, "red"))[0]).toBe(last.message_id);
  });

  it("knows after a restart what it did not see", async () => {
    const first = await withSearch();
    const turn = wholeTurn(first.store, undefined, "red");
    await built(first.store);
    await first.close();
    const blind = opened(first.file);
    const more = wholeTurn(blind.store, turn.session_id, "red again");
    blind.store.renameSession(turn.session_id, "Red talk");
    const gone = wholeTurn(blind.store, undefined, "red too");
    await blind.close();
    const second = await withSearch(first.file);
    await built(second.store);
    expect(await found(second.store, "red")).toEqual([
      ...[turn.session_id, gone.message_id, more.message_id, turn.message_id],
    ]);
  });

  it("[DB-10e] loses the entries of what is removed for good, at once and after a restart", async () => {
    const { store, file, close } = await withSearch();
    const turn = wholeTurn(store, undefined, "red");
    const kept = wholeTurn(store, undefined, "red");
    await built(store);
    const remove = (from: Opened["store"]) => {
      from.trashSession(turn.session_id, true, tick());
      from.beginRemoval(turn.session_id, tick());
      while (!from.removeSome(turn.session_id, 1));
    };
    remove(store);
    expect(await found(store, "red")).toEqual([kept.message_id]);
    await close();
    const index = openIndex(searchFile(file));
    const left = (index.prepare("SELECT key FROM docs ORDER BY key").pluck().all() as Key[]).map(idOf);
    const words = index.prepare("SELECT count(*) FROM words WHERE words MATCH 'red'").pluck().get();
    index.close();
    expect(left).toEqual([kept.user_id, kept.message_id, kept.session_id]);
    expect(words).toBe(1);
  });

  it("is whole after its thread was killed in the midst of making it", async () => {
    const older = opened();
    wholeTurn(older.store, undefined, "red");
    await older.close();
    const db = stranger(older.file, { readonly: false });
    fillRows(db, 0, 1, 3000);
    db.close();
    const data: SearchData = { file: older.file, identity: identityOf(older.file), compare: true };
    const worker = new Worker(SEARCH_FILE, { workerData: data });
    worker.postMessage({ is: "changed", changed: [] });
    // The index tells how far it is after each step.
    await once(worker, "message");
    await worker.terminate();
    const { store, close } = await withSearch(older.file);
    expect(await found(store, "red")).toHaveLength(1);
    await close();
    const index = openIndex(searchFile(older.file));
    index.exec("INSERT INTO words (words) VALUES ('integrity-check')");
    const messages = index.prepare("SELECT count(*) FROM words WHERE words MATCH 'message'").pluck().get();
    index.close();
    expect(messages).toBe(3000);
  });

  it("is private, and is made anew where it is damaged, cut short, of another version, or gone", async () => {
    const first = await withSearch();
    const turn = wholeTurn(first.store, undefined, "red");
    await built(first.store);
    await first.close();
    const path = join(dirname(first.file), "search.db");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { size } = statSync(path);
    for (const bytes of [Buffer.alloc(size, 0xaa), Buffer.from("no database"), Buffer.alloc(0)]) {
      writeFileSync(path, bytes);
      const again = await withSearch(first.file);
      expect(await found(again.store, "red")).toEqual([turn.message_id]);
      await again.close();
    }
    expect(existsSync(path)).toBe(true);
  });

  it("is made anew where a page of it is damaged while it is in use", async () => {
    const first = await withSearch();
    const turns = Array.from({ length: 50 }, (_, n) =>
      wholeTurn(first.store, undefined, `red ${"word".repeat(20)}${n} ${"x y z ".repeat(50)}`),
    );
    await built(first.store);
    await first.close();
    const path = join(dirname(first.file), "search.db");
    spoil(path, "words_data", "first leaf");
    const { store } = await withSearch(first.file);
    // Whoever meets the damage hears that the index is being made.
    await found(store, "red");
    await built(store);
    expect(await found(store, "red", { limit: 100 })).toEqual(
      turns.map(({ message_id }) => message_id).reverse(),
    );
  });

  it("is not there where no thread can be", async () => {
    const { store } = opened();
    store.createSession(newSession());
    await expect(ask(store, "red")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
});
