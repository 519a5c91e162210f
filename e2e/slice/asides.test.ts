/** What stands beside a session (BR-4): which one is open, what it knows, and what becomes of it when its session goes. */
import { afterEach, expect, test } from "vitest";
import type { AppEvent } from "../../src-preload/contract/bridge";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import { reply } from "../fixtures/provider/script";
import { query } from "./database";
import { broken } from "./invariants";
import { removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

async function conversation(turns: number): Promise<SessionId> {
  slice = await startSlice();
  let asked = 0;
  slice.provider.respond(() => reply(`answer ${++asked}`));
  const { session_id } = slice.ask("question 1");
  await slice.rest(session_id);
  for (let n = 2; n <= turns; n++) await say(session_id, `question ${n}`);
  return session_id;
}

async function say(session_id: SessionId, text: string): Promise<void> {
  slice.service.send({ session_id, text });
  await slice.rest(session_id);
}

const texts = (session_id: SessionId) => slice.messages(session_id).map(textOf);
const asidesOf = (session_id: SessionId) => slice.service.asides({ session_id });
const openIn = (session_id: SessionId) =>
  asidesOf(session_id).flatMap(({ session, closed_at }) => (closed_at === undefined ? [session.id] : []));

function idAt(session_id: SessionId, index: number): MessageId {
  const message = slice.messages(session_id)[index];
  if (message === undefined) throw new Error(`no message ${index}`);
  return message.id;
}

test("[BR-4] asked from a message knows what stands up to it; from one that has not settled, what has; a foreign one is refused", async () => {
  const main = await conversation(2);
  const early = await slice.service.openAside({ session_id: main, from_message_id: idAt(main, 1) });
  expect(texts(early.id)).toEqual(["question 1", "answer 1"]);
  expect(early.copied_through).toBe(idAt(early.id, 1));
  slice.provider.respond(() => [{ text: "Half" }, { gate: "later" }]);
  slice.service.send({ session_id: main, text: "question 3" });
  const late = await slice.service.openAside({ session_id: main, from_message_id: idAt(main, 4) });
  expect(texts(late.id)).toEqual(["question 1", "answer 1", "question 2", "answer 2"]);
  await expect(
    slice.service.openAside({ session_id: main, from_message_id: idAt(early.id, 0) }),
  ).rejects.toMatchObject({ code: "MESSAGE_NOT_FOUND" });
  slice.provider.open("later");
  await slice.rest(main);
});

test("[BR-4] before anything has settled knows nothing, and is asked all the same", async () => {
  slice = await startSlice();
  slice.provider.respond(({ rawBody }) =>
    rawBody.includes("by the way") ? reply("Aside.") : [{ text: "Half" }, { gate: "later" }],
  );
  const { session_id: main } = slice.ask("zeppelin");
  const aside = await slice.service.openAside({ session_id: main });
  expect(texts(aside.id)).toEqual([]);
  await say(aside.id, "by the way");
  expect(texts(aside.id)).toEqual(["by the way", "Aside."]);
  const asked = slice.provider.requests.find(({ rawBody }) => rawBody.includes("by the way"));
  expect(asked?.rawBody).not.toContain("zeppelin");
  slice.provider.open("later");
  await slice.rest(main);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] one is open at a time, each is named by what was asked in it, and every window is told", async () => {
  const main = await conversation(1);
  const told: AppEvent[] = [];
  slice.service.onEvent((event) => told.push(event));
  const [first, second] = [
    await slice.service.openAside({ session_id: main }),
    await slice.service.openAside({ session_id: main }),
  ];
  await say(first.id, `first ${"words ".repeat(100)}`);
  expect(openIn(main)).toEqual([second.id]);
  expect(asidesOf(main).map(({ question }) => question)).toEqual([
    `first ${"words ".repeat(100)}`.slice(0, 200),
    undefined,
  ]);
  const newsOf = (work: () => void) => {
    told.length = 0;
    work();
    return told.map((event) => ("session_id" in event ? [event.type, event.session_id] : event.type));
  };
  expect(newsOf(() => slice.service.showAside({ session_id: first.id }))).toEqual([["asides-changed", main]]);
  expect(openIn(main)).toEqual([first.id]);
  expect(newsOf(() => slice.service.closeAside({ session_id: first.id }))).toEqual([
    ["asides-changed", main],
  ]);
  expect(openIn(main)).toEqual([]);
  expect(newsOf(() => slice.service.delete({ session_id: first.id }))).toEqual([
    ["session-removed", first.id],
    ["asides-changed", main],
  ]);
  expect(asidesOf(main).map(({ session }) => session.id)).toEqual([second.id]);
  slice.service.showAside({ session_id: second.id });
  expect(newsOf(() => slice.service.promoteAside({ session_id: second.id }))).toContainEqual([
    "asides-changed",
    main,
  ]);
  expect(asidesOf(main)).toEqual([]);
});

test("[BR-4] closed before anything was said in it, or begun to be, leaves nothing behind; a draft keeps it", async () => {
  const main = await conversation(1);
  const written = await slice.service.openAside({ session_id: main });
  slice.service.saveDraft({ session_id: written.id, text: "half a thought" }, "window");
  await slice.service.closeAside({ session_id: written.id });
  const blank = await slice.service.openAside({ session_id: main });
  slice.service.saveDraft({ session_id: blank.id, text: "" }, "window");
  await slice.service.closeAside({ session_id: blank.id });
  expect(asidesOf(main).map(({ session }) => session.id)).toEqual([written.id]);
  expect(query(slice, "SELECT id FROM chat_sessions WHERE id = ?", blank.id)).toEqual([]);
  expect(slice.service.undoEntries({ limit: 9 })).toEqual([]);
  expect(broken(slice)).toEqual([]);
});

test("[BR-4] no window looks for its answer in the list: it marks nothing as unread", async () => {
  const main = await conversation(1);
  const aside = await slice.service.openAside({ session_id: main });
  slice.service.send({ session_id: aside.id, text: "and?" });
  await expect.poll(() => slice.service.status({ session_id: aside.id }).state).toBe("idle");
  expect(slice.service.read({ session_id: aside.id }).session).not.toHaveProperty("unread");
});

test("[BR-4, DB-10] goes for good with its session; back from the trash without one it is a branch", async () => {
  const main = await conversation(1);
  const kept = await slice.service.openAside({ session_id: main });
  await slice.service.openAside({ session_id: main });
  slice.service.delete({ session_id: kept.id });
  slice.service.delete({ session_id: main });
  await slice.service.remove({ session_id: main });
  expect(query(slice, "SELECT id FROM chat_sessions")).toEqual([{ id: kept.id }]);

  slice = await restartSlice(slice);
  const restored = slice.service.restore({ session_id: kept.id });
  expect(restored).not.toHaveProperty("ephemeral");
  expect(slice.service.list({ limit: 9 }).sessions.map(({ id }) => id)).toEqual([kept.id]);
  expect(texts(kept.id)).toEqual(["question 1", "answer 1"]);
  expect(broken(slice)).toEqual([]);
});
