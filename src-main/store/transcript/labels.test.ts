import { describe, expect, it } from "vitest";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { ask, opened } from "../testing/stores";
import { tick, wholeTurn } from "../testing/talk";

function labelled() {
  const { store, file } = opened();
  const { session_id } = wholeTurn(store);
  const idsOf = (id: SessionId): MessageId[] => store.visibleMessages(id).map((message) => message.id);
  const [question = expect.fail(), answer = expect.fail()] = idsOf(session_id);
  const add = (message_id: MessageId, name: string, id: SessionId = session_id) =>
    store.addLabel({ session_id: id, message_id, name, now: tick() });
  const namesOf = async (id: SessionId) =>
    (await store.labelsOf(id)).map(({ message_id, name }) => [message_id, name]);
  return { store, file, session_id, question, answer, add, namesOf, idsOf };
}

describe("[SE-11a] a label", () => {
  it("is a name beside a message, whose row does not change [DB-11]", async () => {
    const { store, file, session_id, question, answer, add, namesOf } = labelled();
    const rows = () => ask(file, "SELECT * FROM chat_messages ORDER BY id");
    const before = rows();
    expect([
      await add(answer, "decision"),
      await add(answer, "decision"),
      await add(question, "why"),
    ]).toEqual([true, false, true]);
    expect(await namesOf(session_id)).toEqual([
      [question, "why"],
      [answer, "decision"],
    ]);
    expect(await store.removeLabel({ session_id, message_id: answer, name: "decision" })).toBe(true);
    expect(await store.removeLabel({ session_id, message_id: answer, name: "decision" })).toBe(false);
    expect(await namesOf(session_id)).toEqual([[question, "why"]]);
    expect(rows()).toEqual(before);
  });

  it("is of one session's message, and no other session has it, though its time be the same", async () => {
    const { store, session_id, answer, add, namesOf, idsOf } = labelled();
    const other = wholeTurn(store).session_id;
    wholeTurn(store, session_id);
    const [question = expect.fail()] = idsOf(other);
    expect(await add(answer, "x", other)).toBe(false);
    expect(await store.hasMessage(other, answer)).toBe(false);
    await add(question, "theirs", other);
    await add(answer, "ours");
    expect(await store.removeLabel({ session_id: other, message_id: answer, name: "ours" })).toBe(false);
    expect(await namesOf(session_id)).toEqual([[answer, "ours"]]);
    expect(await namesOf(other)).toEqual([[question, "theirs"]]);
    expect((await store.labelledMessages({ session_id: other, limit: 9 })).map(({ name }) => name)).toEqual([
      "theirs",
    ]);
  });

  it("is renamed everywhere; a message with both names keeps one", async () => {
    const { store, question, answer, add, namesOf, session_id } = labelled();
    for (const name of ["old", "new"]) await add(answer, name);
    await add(question, "old");
    const renamed = await store.renameLabel({ from: "old", to: "new" });
    expect(renamed).toMatchObject({ moved: [question], merged: [{ message_id: answer }] });
    expect(await namesOf(session_id)).toEqual([
      [question, "new"],
      [answer, "new"],
    ]);
    expect(await store.labelNames(9)).toEqual([{ name: "new", count: 2 }]);
  });

  it("[SE-11c] is renamed on one message, and others keep their name", async () => {
    const { store, question, answer, add, namesOf, session_id } = labelled();
    for (const id of [question, answer]) await add(id, "old");
    expect(await store.renameLabel({ from: "old", to: "new", message_id: answer })).toEqual({
      moved: [answer],
      merged: [],
    });
    expect(await namesOf(session_id)).toEqual([
      [question, "old"],
      [answer, "new"],
    ]);
  });

  it("[SE-11c] has its old rows again when a renaming is taken back, but for what users did since", async () => {
    const { store, file, question, answer, add, namesOf, session_id } = labelled();
    for (const name of ["old", "new"]) await add(answer, name);
    await add(question, "old");
    const rows = () => ask(file, "SELECT * FROM message_labels ORDER BY message_id, name");
    const before = rows();
    const names = { from: "old", to: "new" };
    const first = await store.renameLabel(names);
    expect(await store.undoRename({ ...names, ...first })).toBe(2);
    expect(rows()).toEqual(before);
    const second = await store.renameLabel(names);
    await store.removeLabel({ session_id, message_id: question, name: "new" });
    expect(await store.undoRename({ ...names, ...second })).toBe(1);
    expect(await namesOf(session_id)).toEqual([
      [answer, "old"],
      [answer, "new"],
    ]);
  });

  it("[SE-11d] has a place among the messages before another one, if its message is shown", async () => {
    const { store, session_id, add, idsOf } = labelled();
    for (let turn = 0; turn < 4; turn++) wholeTurn(store, session_id);
    const ids = idsOf(session_id);
    const [first = expect.fail(), , third = expect.fail()] = ids;
    const [last = expect.fail()] = ids.slice(8);
    for (const id of [third, first, last]) await add(id, "a");
    await add(third, "b");
    expect(await store.labelPlaces({ session_id, before: last })).toEqual([
      { message_id: first, share: 0 },
      { message_id: third, share: 2 / 8 },
    ]);
    const other = wholeTurn(store).session_id;
    expect(await store.labelPlaces({ session_id: other, before: last })).toEqual([]);
  });

  it("is listed with its message's first words, the newest label first, in pages, without the trash", async () => {
    const { store, session_id, question, answer, add, idsOf } = labelled();
    const other = wholeTurn(store).session_id;
    await add(answer, "a");
    await add(question, "b");
    await add(idsOf(other)[0] ?? expect.fail(), "c", other);
    const all = await store.labelledMessages({ limit: 9 });
    expect(all.map(({ name }) => name)).toEqual(["c", "b", "a"]);
    expect(all[1]).toMatchObject({
      session_id,
      role: "user",
      words: "Hello?",
      hidden: false,
      title: "A talk",
    });
    const [first = expect.fail()] = all;
    expect((await store.labelledMessages({ before: first, limit: 1 })).map(({ name }) => name)).toEqual([
      "b",
    ]);
    expect((await store.labelledMessages({ session_id, limit: 9 })).map(({ name }) => name)).toEqual([
      "b",
      "a",
    ]);
    store.trashSession(other, true, tick());
    expect((await store.labelledMessages({ limit: 9 })).map(({ name }) => name)).toEqual(["b", "a"]);
    expect(await store.labelNames(1)).toHaveLength(1);
  });

  it("goes with its session when that is removed for good [DB-10]", async () => {
    const { store, file, session_id, answer, add } = labelled();
    await add(answer, "a");
    store.trashSession(session_id, true, tick());
    expect(ask(file, "SELECT name FROM message_labels")).toEqual([{ name: "a" }]);
    store.beginRemoval(session_id, tick());
    while (!store.removeSome(session_id, 1));
    expect(ask(file, "SELECT name FROM message_labels")).toEqual([]);
  });
});
