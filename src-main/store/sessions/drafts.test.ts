import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { DraftPlace } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Store } from "../../core/ports/store";
import { connect, openDatabase } from "../database/connection";
import { migrate } from "../database/migrate";
import { migrations } from "../database/migrations";
import { ask, freshFile, opened } from "../testing/stores";
import { beginTurn, frame, ids, question, tick, wholeTurn } from "../testing/talk";
import { draftVerbs } from "./drafts";

const model = { provider_id: "acme", model_id: "two", variant: "high" };
const composer = (session_id: SessionId | null = null) => ({ kind: "composer", session_id }) as const;
const inMessage = (session_id: SessionId, id: MessageId) => ({ kind: "message", session_id, id }) as const;
const inWaiting = (session_id: SessionId, id: QueueId) => ({ kind: "waiting", session_id, id }) as const;
const of = (writer: string, place: DraftPlace = composer()) => ({ writer, place });
const OPEN = ["a", "b"];
const textsOf = (
  store: Pick<Store, "takeDrafts">,
  session_id: SessionId | null,
  writer: string,
  open: readonly string[] = OPEN,
) => store.takeDrafts(session_id, writer, open).map(({ text }) => text);

describe("[QU-2] a draft", () => {
  it("is kept for each place and each who writes there; the last words count, and only what was sent goes with its message", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    const words = "half a \ud83d thought\0";
    const here = composer(session_id);
    const all = () => [null, session_id].flatMap((id) => OPEN.map((writer) => textsOf(store, id, writer)));
    store.saveDraft(of("a"), { text: "of a new one" }, tick());
    store.saveDraft(of("b"), { text: "of another" }, tick());
    store.saveDraft(of("a", here), { text: "first" }, tick());
    store.saveDraft(of("a", here), { text: words, model }, tick());
    store.saveDraft(of("b", here), { text: "theirs" }, tick());
    expect(store.takeDrafts(session_id, "a", OPEN)).toEqual([{ place: here, text: words, model }]);
    const [a_new, b_new, a, b] = [["of a new one"], ["of another"], [words], ["theirs"]];
    expect(all()).toEqual([a_new, b_new, a, b]);
    beginTurn(store, session_id);
    expect(all(), "written in no draft").toEqual([a_new, b_new, a, b]);
    beginTurn(store, session_id, "sent", "", of("a", here));
    expect(all()).toEqual([a_new, b_new, [], b]);
    beginTurn(store, undefined, "sent", "", of("b"));
    expect(all()).toEqual([a_new, [], [], b]);
    store.saveDraft(of("a"), { text: "" }, tick());
    store.saveDraft(of("b", here), { text: "", model }, tick());
    expect(all()).toEqual([[], [], [], [""]]);
    store.saveDraft(of("c"), { text: "", agent: "pirate" }, tick());
    expect(store.takeDrafts(null, "c", OPEN)).toEqual([{ place: composer(), text: "", agent: "pirate" }]);
    expect(store.takeDrafts(session_id, "b", OPEN)).toEqual([{ place: here, text: "", model }]);
  });

  it("of anybody is known of, in any place, once it has words or files", () => {
    const { store } = opened();
    expect(store.hasDrafts()).toBe(false);
    store.saveDraft(of("a"), { text: "", model }, tick());
    expect(store.hasDrafts(), "a choice alone").toBe(false);
    store.saveDraft(of("b"), { text: "only typed" }, tick());
    expect(store.hasDrafts()).toBe(true);
    store.saveDraft(of("b"), { text: "" }, tick());
    expect(store.hasDrafts()).toBe(false);
  });

  it("that somebody has left is offered to the next who opens its session, the newest first, once, with all that was written there", () => {
    const { store } = opened();
    const { session_id, user_id } = wholeTurn(store);
    for (const writer of ["old", "new", "b"])
      store.saveDraft(of(writer, composer(session_id)), { text: writer }, tick());
    store.saveDraft(of("new", inMessage(session_id, user_id)), { text: "asked better" }, tick());
    store.saveDraft(of("old"), { text: "elsewhere" }, tick());
    const taken = ["new", "asked better"];
    expect(textsOf(store, session_id, "a").sort()).toEqual(taken.toSorted());
    expect(textsOf(store, session_id, "a").sort()).toEqual(taken.toSorted());
    expect(textsOf(store, session_id, "c", [...OPEN, "c"])).toEqual(["old"]);
    expect(textsOf(store, session_id, "d", [...OPEN, "c", "d"])).toEqual([]);
    expect(textsOf(store, session_id, "b")).toEqual(["b"]);
    expect(textsOf(store, session_id, "new", [...OPEN, "c"])).toEqual([]);
    expect(textsOf(store, null, "a")).toEqual(["elsewhere"]);
  });

  it("does not fill the disk from a page that was taken over; what is kept can be written on, shortened and emptied", () => {
    const raw = openDatabase(":memory:");
    migrate(raw);
    const connection = connect(raw, "braid.db", { onCommit: () => undefined, onSynced: () => undefined });
    const store = draftVerbs(connection, { drafts: 3, bytes: 500_000 });
    const refused = expect.objectContaining({ code: "FORBIDDEN" });
    const book = "x".repeat(200_000);
    for (const writer of OPEN) store.saveDraft(of(writer), { text: book }, tick());
    store.saveDraft(of("c"), { text: "mine" }, tick());
    expect(() => store.saveDraft(of("c"), { text: book }, tick()), "too long in all").toThrow(refused);
    expect(() => store.saveDraft(of("d"), { text: "x" }, tick()), "one too many").toThrow(refused);
    expect(textsOf(store, null, "c"), "what was kept stays").toEqual(["mine"]);
    store.saveDraft(of("c"), { text: "mine, and more" }, tick());
    store.saveDraft(of("a"), { text: `${book} and more` }, tick());
    store.saveDraft(of("b"), { text: "" }, tick());
    store.saveDraft(of("d"), { text: book }, tick());
    expect(textsOf(store, null, "c")).toEqual(["mine, and more"]);
    raw.close();
  });

  it("[RW-1] of an earlier message stands beside that of the composer, and neither goes with the other", () => {
    const { file, store } = opened();
    const { session_id, user_id } = wholeTurn(store);
    const edited = (writer: string) => of(writer, inMessage(session_id, user_id));
    const below = of("a", composer(session_id));
    const answer = () => frame(session_id, ids.message(), [], { start: { metadata: {} } });
    const texts = () => textsOf(store, session_id, "a");
    store.saveDraft(below, { text: "new", model }, tick());
    store.saveDraft(edited("a"), { text: "said otherwise", model }, tick());
    expect(store.takeDrafts(session_id, "a", OPEN)).toEqual([
      { place: composer(session_id), text: "new", model },
      { place: inMessage(session_id, user_id), text: "said otherwise", model },
    ]);
    store.saveDraft(below, { text: "" }, tick());
    expect(texts(), "emptied by hand").toEqual(["said otherwise"]);
    store.saveDraft(below, { text: "new" }, tick());
    store.addUserMessage(question(session_id), answer(), { draft: below });
    expect(texts(), "sent").toEqual(["said otherwise"]);
    store.saveDraft(below, { text: "newer" }, tick());
    const at = { session_id, from: user_id, keep: false, undo: "rewind" } as const;
    const rewind = { ...at, op_id: ids.op(), answer: answer(), now: tick() };
    store.rewindTurn({ ...rewind, draft: edited("c") });
    expect(texts().sort(), "resent by another").toEqual(["newer", "said otherwise"]);
    store.rewindTurn({ ...rewind, op_id: ids.op(), answer: answer(), draft: edited("a") });
    expect(texts(), "resent").toEqual(["newer"]);
    store.saveDraft(edited("a"), { text: "once more" }, tick());
    store.saveDraft(edited("a"), { text: "" }, tick());
    expect(ask(file, "SELECT place FROM place_drafts"), "cancelled").toEqual([{ place: "composer" }]);
  });

  it("[QU-1] of a waiting message stands beside both, and goes with what was stored from there alone", () => {
    const { store } = opened();
    const { session_id } = wholeTurn(store);
    const waits = { session_id, text: "It waits", model: undefined };
    const first = store.enqueue({ ...waits, id: ids.queued(), now: tick() });
    const editing = of("a", inWaiting(session_id, first.id));
    const below = of("a", composer(session_id));
    const draft = { text: "It waits, otherwise", as_of: first.updated_at };
    const keep = () => store.saveDraft(editing, draft, tick());
    const texts = () => textsOf(store, session_id, "a").toSorted();
    store.saveDraft(below, { text: "new" }, tick());
    keep();
    expect(store.takeDrafts(session_id, "a", OPEN)[1]).toEqual({ place: editing.place, ...draft });
    const other = store.enqueue({ ...waits, id: ids.queued(), now: tick() }, { draft: below });
    expect(texts(), "sent from the composer").toEqual([draft.text]);
    store.saveDraft(below, { text: "newer" }, tick());
    const edit = { ...waits, id: first.id, text: draft.text, as_of: undefined };
    store.editQueued({ ...edit, id: other.id, draft: undefined, now: tick() });
    store.editQueued({ ...edit, draft: { ...editing, writer: "c" }, now: tick() });
    expect(texts(), "edited by another").toEqual([draft.text, "newer"]);
    const changed = { ...edit, as_of: 1, draft: editing, now: tick() };
    expect(() => store.editQueued(changed)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(texts(), "refused").toEqual([draft.text, "newer"]);
    store.editQueued({ ...edit, draft: editing, now: tick() });
    expect(texts(), "saved").toEqual(["newer"]);
    keep();
    store.enqueue({ ...waits, id: ids.queued(), now: tick() }, { draft: editing });
    expect(texts(), "waits anew").toEqual(["newer"]);
    keep();
    const answer = frame(session_id, ids.message(), [], { start: { metadata: {} } });
    store.addUserMessage(question(session_id), answer, { draft: editing });
    expect(texts(), "sent from the editor").toEqual(["newer"]);
  });

  it("outlives the process", async () => {
    const { file, store, close } = opened();
    store.saveDraft(of("a"), { text: "unsent", model }, tick());
    await close();
    const again = opened(file).store;
    expect(again.takeDrafts(null, "a", [])).toEqual([{ place: composer(), text: "unsent", model }]);
  });
});

describe("[QU-2] [DB-6] what an earlier version kept", () => {
  /** A database of the version before `version`, with these statements run in it. */
  function olderFile(version: number, ...statements: string[]): string {
    const file = freshFile();
    mkdirSync(dirname(file), { recursive: true });
    const db = openDatabase(file);
    migrate(db, migrations.slice(0, version));
    for (const statement of statements) db.exec(statement);
    db.close();
    return file;
  }

  it("in version 1 is offered to the first who opens its session", () => {
    const { store } = opened(olderFile(1, `INSERT INTO drafts VALUES ('', '"of before"', 1)`));
    expect(textsOf(store, null, "a")).toEqual(["of before"]);
    expect(textsOf(store, null, "b")).toEqual([]);
  });

  it("in one row of a window is a draft in each place, to the letter; two windows keep their own", async () => {
    const session_id = ids.session();
    const message_id = ids.message();
    const id = ids.queued();
    const odd = `half a \\ud83d \\"thought\\" \\u0000`;
    const edited = `{"message_id":"${message_id}","text":"${odd}","model":${JSON.stringify(model)}}`;
    const queued = `{"id":"${id}","text":"otherwise","as_of":7}`;
    const row = (slot: string, ...texts: (string | null)[]) =>
      `INSERT INTO window_drafts (slot, session_id, text_json, model_json, updated_at, rewind_json, queued_json)
        VALUES ('${slot}', '${session_id}', ${texts.map((it) => (it === null ? "NULL" : `'${it}'`)).join(", ")})`;
    const file = olderFile(
      6,
      row("a", `"${odd}"`, JSON.stringify(model), "5", edited, queued),
      row("b", `"theirs"`, null, "6", null, null),
      // A window in whose composer nothing stands, and one whose row a disk has spoiled.
      row("c", `""`, null, "7", `{"message_id":"${message_id}","text":"edited alone"}`, null),
      row("d", `"whole"`, null, "8", "{spoiled", null),
    );
    const { store, close } = opened(file);
    const text = JSON.parse(`"${odd}"`);
    const all = ["a", "b", "c", "d"];
    expect(store.takeDrafts(session_id, "a", all)).toEqual([
      { place: composer(session_id), text, model },
      { place: inMessage(session_id, message_id), text, model },
      { place: inWaiting(session_id, id), text: "otherwise", as_of: 7 },
    ]);
    expect(all.slice(1).map((writer) => textsOf(store, session_id, writer, all))).toEqual([
      ["theirs"],
      ["edited alone"],
      ["whole"],
    ]);
    // A draft that was taken over is kept once: a word that is deleted is nowhere any more.
    store.saveDraft(of("b", composer(session_id)), { text: "" }, tick());
    await close();
    expect(ask(file, "SELECT * FROM window_drafts")).toEqual([]);
    expect(textsOf(opened(file).store, session_id, "b", all)).toEqual([]);
  });
});
