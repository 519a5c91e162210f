/** Names on messages (SE-11), through the composed core and a real database. */
import { afterEach, expect, test } from "vitest";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice } from "./slice";
import { startAnswering, talkIn } from "./talk";

let slice: Slice;
afterEach(() => removeSlice(slice));

const { conversation, idAt } = talkIn(() => slice);

async function started(): Promise<SessionId> {
  slice = await startAnswering(undefined, (asked) => reply(`answer ${asked}`));
  return await conversation(2);
}

const labels = () => slice.service.labels();
const add = async (session_id: SessionId, message_id: MessageId, name: string) =>
  (await labels()).add({ session_id, message_id, name });
const namesOf = async (session_id: SessionId) =>
  (await (await labels()).list({ session_id })).map(({ message_id, name }) => [message_id, name]);

test("[SE-11a] labels last over a restart, and windows hear of each change", async () => {
  const session_id = await started();
  const heard: AppEvent[] = [];
  slice.service.sessions.events.on((event) => event.type === "labels-changed" && heard.push(event));
  expect(await add(session_id, idAt(session_id, 1), "decision")).toBe(true);
  expect(await add(session_id, idAt(session_id, 1), "decision")).toBe(false);
  expect(await (await labels()).rename({ from: "decision", to: "decided" })).toMatchObject({ renamed: 1 });
  expect(heard).toEqual([
    { type: "labels-changed", session_id },
    { type: "labels-changed", session_id: null },
  ]);
  slice = await restartSlice(slice);
  expect(await namesOf(session_id)).toEqual([[idAt(session_id, 1), "decided"]]);
  expect(broken(slice)).toEqual([]);
});

test("[SE-11c] a label is renamed on one message or everywhere, and taken back as it was, once", async () => {
  const session_id = await started();
  const [first, second] = [idAt(session_id, 0), idAt(session_id, 1)];
  await add(session_id, first, "old");
  await add(session_id, second, "old");
  await add(session_id, second, "new");
  const area = await labels();
  const heard: AppEvent[] = [];
  slice.service.sessions.events.on((event) => event.type === "labels-changed" && heard.push(event));
  const one = await area.rename({ from: "old", to: "new", only: { session_id, message_id: first } });
  expect(one).toMatchObject({ renamed: 1, merged: 0 });
  expect(await area.undoRename(one.change)).toBe(1);
  expect(await area.undoRename(one.change)).toBe(0);
  const before = await namesOf(session_id);
  const all = await area.rename({ from: "old", to: "new" });
  expect(all).toMatchObject({ renamed: 2, merged: 1 });
  expect(await area.undoRename(one.change), "what was taken back is forgotten").toBe(0);
  expect(await namesOf(session_id)).toEqual([
    [first, "new"],
    [second, "new"],
  ]);
  expect(await area.undoRename(all.change)).toBe(2);
  expect(await namesOf(session_id)).toEqual(before);
  expect(heard).toEqual(
    [session_id, session_id, null, null].map((id) => ({ type: "labels-changed", session_id: id })),
  );
  expect(await area.rename({ from: "nowhere", to: "new" })).toMatchObject({ renamed: 0 });
  expect(heard).toHaveLength(4);
  await expect(
    area.rename({
      from: "old",
      to: "x",
      only: { session_id, message_id: "msg_00000000000000aaaaaaaaaaaa" as MessageId },
    }),
  ).rejects.toThrow(expect.objectContaining({ code: "MESSAGE_NOT_FOUND" }));
  expect(broken(slice)).toEqual([]);
});

test("[SE-11a] a branch has the labels of the messages that it copied, and both go their own ways", async () => {
  const parent = await started();
  await add(parent, idAt(parent, 1), "kept");
  await add(parent, idAt(parent, 3), "beyond");
  const { id } = await slice.service.branches.branch({
    parent_session_id: parent,
    from_message_id: idAt(parent, 1),
  });
  expect(await namesOf(id)).toEqual([[idAt(id, 1), "kept"]]);
  await (await labels()).remove({ session_id: id, message_id: idAt(id, 1), name: "kept" });
  expect((await namesOf(parent)).map(([, name]) => name)).toEqual(["kept", "beyond"]);
  expect(broken(slice)).toEqual([]);
});

test("[SE-11a] emptying the trash removes labels, restoring brings them back", async () => {
  const session_id = await started();
  await add(session_id, idAt(session_id, 1), "kept");
  slice.service.trash.put({ session_id });
  expect(await (await labels()).messages({ limit: 9 })).toEqual([]);
  slice.service.trash.restore({ session_id });
  expect(await (await labels()).messages({ limit: 9 })).toHaveLength(1);
  slice.service.trash.put({ session_id });
  await slice.service.trash.remove({ session_id });
  expect(query(slice, "SELECT * FROM message_labels")).toEqual([]);
});

test("[SE-11a] a message that is not in the session is refused in words", async () => {
  const session_id = await started();
  await expect(add(session_id, "msg_00000000000000aaaaaaaaaaaa" as MessageId, "x")).rejects.toThrow(
    expect.objectContaining({ code: "MESSAGE_NOT_FOUND" }),
  );
  expect(await (await labels()).remove({ session_id, message_id: idAt(session_id, 0), name: "x" })).toBe(
    false,
  );
});
