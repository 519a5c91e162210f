/** After a full disk (SV-7): an answer that was left open and is then branched from, or hidden; a change that was cut. */
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { reply, type Script } from "../fixtures/provider/script";
import { broken } from "./invariants";
import { removeSlice, type Slice, startSlice } from "./slice";
import { talkIn } from "./talk";
import { onWrite, watchWrites } from "./watch-writes";

let slice: Slice;
beforeAll(watchWrites);
afterEach(() => removeSlice(slice));
afterAll(() => vi.restoreAllMocks());

const { conversation, idAt, say, texts } = talkIn(() => slice);

const WORDS = ["Half an ", "answer, ", "and more"];
const HALF: Script = [
  { text: WORDS[0] ?? "" },
  { gate: "one" },
  { text: WORDS[1] ?? "" },
  { gate: "two" },
  { text: WORDS[2] ?? "" },
  { gate: "full" },
  ...reply("."),
];

/** Two turns, of the second of which the disk has taken all words but not the end. */
async function leftOpen(rewound = false): Promise<SessionId> {
  slice = await startSlice();
  const scripts = [reply("answer 1"), ...(rewound ? [reply("answer 2")] : []), HALF];
  slice.provider.respond(() => scripts.shift() ?? reply("Here."));
  const session_id = await conversation(rewound ? 2 : 1);
  if (rewound)
    slice.service.timeline.rewind({ session_id, message_id: idAt(session_id, 2), text: "question two" });
  else slice.send({ session_id, text: "question 2" });
  const watcher = slice.watch(session_id);
  let come = "";
  for (const [n, gate] of ["one", "two", "full"].entries()) {
    come += WORDS[n];
    await watcher.until(() => watcher.text === come);
    if (gate !== "full") slice.provider.open(gate);
  }
  const letBe = onWrite(() => {
    throw new Database.SqliteError("injected", "SQLITE_FULL");
  });
  slice.provider.open("full");
  await watcher.rest();
  letBe();
  expect(texts(session_id).at(-1)).toBe(come);
  return session_id;
}

test("[BR-1, SV-7] a branch of it has every word, and both know that it was interrupted", async () => {
  const session_id = await leftOpen();
  const from_message_id = idAt(session_id, -1);
  const watcher = slice.watch(session_id);
  const { id } = await slice.service.branches.branch({ parent_session_id: session_id, from_message_id });
  expect(texts(id).at(-1)).toBe(WORDS.join(""));
  await watcher.until(() => watcher.events.some(({ type }) => type === "reset"));
  for (const one of [session_id, id])
    expect(slice.messages(one).at(-1)?.metadata.finish_reason).toBe("interrupted");
  expect(broken(slice)).toEqual([]);
});

test("[BR-4, SV-7] a sidecar of it knows every word", async () => {
  const session_id = await leftOpen();
  const { id } = await slice.service.sidecars.open({ session_id });
  expect(texts(id)).toEqual(texts(session_id));
  expect(broken(slice)).toEqual([]);
});

test("[RW-3, TK-2, SV-7] turns restored in its place: what is hidden does not count, then or later", async () => {
  const session_id = await leftOpen(true);
  const [marker] = slice.look(session_id).hidden;
  if (marker === undefined) throw new Error("nothing is hidden");
  slice.service.timeline.unrewind({ session_id, op_id: marker.op_id });
  expect(broken(slice)).toEqual([]);
  await say(session_id, "question 3");
  expect(texts(session_id).slice(-3)).toEqual(["answer 2", "question 3", "Here."]);
  expect(broken(slice)).toEqual([]);
});

/** Lets the disk be full at the nth write of `work` alone, for each n; `check` is told whether it was refused. */
async function atEachWrite(
  work: () => unknown,
  check: (refused: boolean) => void | Promise<void>,
): Promise<void> {
  let struck = true;
  for (let nth = 1; struck; nth++) {
    let [writes, refused] = [0, false];
    const letBe = onWrite(() => {
      if (++writes === nth) throw new Database.SqliteError("injected", "SQLITE_FULL");
    });
    try {
      work();
    } catch {
      refused = true;
    }
    letBe();
    struck = writes >= nth;
    await check(refused);
  }
}

test("[QU-2, SV-7] what is stored is not refused: not for a mark that the disk has no room for either", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const session_id = await conversation(1);
  let [before, asked] = [2, 0];
  slice.service.readState.markUnread({ session_id, unread: true });
  await atEachWrite(
    () => slice.send({ session_id, text: `question ${++asked}` }),
    async (refused) => {
      await slice.rest(session_id);
      const now = slice.messages(session_id).length;
      expect(now - before, `question ${asked}`).toBe(refused ? 0 : 2);
      before = now;
      slice.service.readState.markUnread({ session_id, unread: true });
    },
  );
});

test("[DB-10, BR-4, SV-7] a sidecar whose session is gone stays in the trash, or is a branch, wherever its way back is cut", async () => {
  slice = await startSlice();
  slice.provider.respond(() => reply("Yes."));
  const main = await conversation(1);
  const { id } = await slice.service.sidecars.open({ session_id: main });
  slice.service.trash.put({ session_id: id });
  slice.service.trash.put({ session_id: main });
  await slice.service.trash.remove({ session_id: main });
  await atEachWrite(
    () => slice.service.trash.restore({ session_id: id }),
    () => {
      const listed = slice.service.sessions.list({ limit: 9 }).sessions.map((session) => session.id);
      const trashed = slice.service.trash.list({ limit: 9 }).sessions.map((session) => session.id);
      expect([...listed, ...trashed]).toEqual([id]);
    },
  );
  expect(slice.service.sessions.read({ session_id: id }).session).not.toHaveProperty("ephemeral");
});
