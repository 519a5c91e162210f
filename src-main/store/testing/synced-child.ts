/** A process to trace: each verb between two marks on stdout, so that its syncs can be counted. */
import { writeSync } from "node:fs";
import { openStore } from "..";
import { append, beginTurn, endOf, frame, ids, question, tick } from "./talk";

const [file = ""] = process.argv.slice(2);
const { store } = openStore({ file });

function marked<T>(name: string, work: () => T): T {
  writeSync(1, `begin ${name}\n`);
  const result = work();
  writeSync(1, `end ${name}\n`);
  return result;
}

const turn = marked("createSession", () => beginTurn(store));
const tool = {
  type: "dynamic-tool",
  toolName: "bash",
  toolCallId: "c",
  state: "input-available",
  input: {},
} as const;
marked("append", () => append(store, turn, 0, "some words"));
const start = { kind: "insert", id: ids.part(), index: 1, part: tool, settled: true } as const;
marked("startTool", () =>
  store.commitFrame(frame(turn.session_id, turn.message_id, [start], { durable: true })),
);
marked("saveDraft", () =>
  store.saveDraft(
    { place: { kind: "composer", session_id: turn.session_id }, writer: "a" },
    { text: "draft" },
    tick(),
  ),
);
marked("endTurn", () => store.endTurn(endOf(turn, "some words")));
const answer = frame(turn.session_id, ids.message(), [], { start: { metadata: {} } });
marked("addUserMessage", () => store.addUserMessage(question(turn.session_id), answer));
store.close();
