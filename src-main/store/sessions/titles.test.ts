import { describe, expect, it } from "vitest";
import { ask, opened } from "../testing/stores";
import { frame, ids, MODEL, newSession, question, type Turn, tick, USAGE, wholeTurn } from "../testing/talk";

const titledBy = (file: string) =>
  ask(file, "SELECT title, json_extract(metadata_json, '$.titled_by') AS titled_by FROM chat_sessions")[0];

describe("who names a session [SE-4]", () => {
  it("the title agent once, while the title is what it was asked about", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const basis = store.titleBasis(session_id);
    expect(basis?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    if (basis === undefined) throw new Error("there is a basis");
    const { updated_at } = store.session(session_id)?.session ?? {};
    expect(store.decideTitle(session_id, basis, "Better")).toBe(true);
    expect(titledBy(file)).toEqual({ title: "Better", titled_by: "agent" });
    expect(store.session(session_id)?.session.updated_at).toBe(updated_at);
    expect(store.titleBasis(session_id)).toBeUndefined();
    expect(store.decideTitle(session_id, { title: "Better" }, "Again")).toBe(false);
    expect(titledBy(file)).toEqual({ title: "Better", titled_by: "agent" });
  });

  it("nobody any more, where the agent had nothing to say", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const basis = store.titleBasis(session_id);
    expect(basis && store.decideTitle(session_id, basis, undefined)).toBe(true);
    expect(titledBy(file)).toEqual({ title: basis?.title, titled_by: "words" });
    expect(store.titleBasis(session_id)).toBeUndefined();
  });

  it("its user, for good: before, while and after a title is made", () => {
    const { file, store } = opened();
    const { session_id } = wholeTurn(store);
    const basis = store.titleBasis(session_id);
    if (basis === undefined) throw new Error("there is a basis");
    // To the very same words: it is the user's all the same.
    store.renameSession(session_id, basis.title);
    expect(store.decideTitle(session_id, basis, "Better")).toBe(false);
    expect(titledBy(file)).toEqual({ title: basis.title, titled_by: "user" });
    const given = newSession();
    store.createSession({ ...given, titled_by: "user" });
    expect(store.titleBasis(given.id)).toBeUndefined();
  });
});

describe("a message that is said in place of another [SE-4]", () => {
  /** Says `words` in place of the message `from`, and returns the title then. */
  function sayAnew(
    { store, file }: ReturnType<typeof opened>,
    { session_id, user_id: from }: Turn,
    words: string,
    before: string,
  ) {
    store.rewindTurn({
      session_id,
      op_id: ids.op(),
      from,
      keep: false,
      message: { ...question(session_id, words), names: words, names_before: before },
      answer: frame(session_id, ids.message(), [], { start: { metadata: { model: MODEL } } }),
      undo: "rewind",
      now: tick(),
    });
    return titledBy(file);
  }

  it("names the session, where it was the first and named it", () => {
    const made = opened();
    expect(sayAnew(made, wholeTurn(made.store), "Another talk", "A talk")).toEqual({
      title: "Another talk",
      titled_by: null,
    });
  });

  it("names nothing, where the title is not of its words, as one from before `titled_by` may be", () => {
    const made = opened();
    expect(sayAnew(made, wholeTurn(made.store), "Another talk", "Hello?")).toEqual({
      title: "A talk",
      titled_by: null,
    });
  });

  it("names nothing, where an earlier message is shown", () => {
    const made = opened();
    const { session_id } = wholeTurn(made.store);
    const later = wholeTurn(made.store, session_id);
    expect(sayAnew(made, later, "Another talk", "A talk")).toEqual({ title: "A talk", titled_by: null });
  });

  it("names nothing, where somebody has named the session", () => {
    const made = opened();
    const turn = wholeTurn(made.store);
    made.store.renameSession(turn.session_id, "A talk");
    expect(sayAnew(made, turn, "Another talk", "A talk")).toEqual({ title: "A talk", titled_by: "user" });
  });
});

it("[TK-1] a call beside the turns is accounted in rows of its own, the session's sums are the turns' alone", () => {
  const { file, store } = opened();
  const { session_id } = wholeTurn(store);
  const before = store.session(session_id)?.billing;
  store.accountCall({ session_id, agent: "title", model: MODEL, usage: USAGE, estimated: true, now: 7 });
  expect(store.session(session_id)?.billing).toEqual(before);
  const rows = ask(
    file,
    "SELECT session_id, agent, model_json, usage_json, estimated, cost_usd, created_at FROM agent_calls",
  );
  expect(rows).toEqual([
    {
      session_id,
      agent: "title",
      model_json: JSON.stringify(MODEL),
      usage_json: JSON.stringify(USAGE),
      estimated: 1,
      cost_usd: null,
      created_at: 7,
    },
  ]);
});
