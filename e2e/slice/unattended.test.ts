/** Turns that nobody attends (PM-3): what they would ask is denied, and the model is told why. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { isPermission, isQuestion } from "../../src-preload/contract/domain/permissions";
import { reply, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { removeSlice, type Slice, startSlice, textOf } from "./slice";
import { expectWellFormed } from "./well-formed";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder({ "answer.txt": "forty-two\n" });
  slice = await startSlice();
});
afterEach(() => removeSlice(slice));

const call = (id: string, name: string, input: unknown): Step => ({ tool: { id, name, input } });
const touch = (id: string): Step => call(id, "bash", { command: "touch made" });
const isMade = (): boolean => existsSync(join(folder, "made"));

const create = (attended?: false): SessionId =>
  slice.service.sessions.create({ text: "Go.", workspace_root: folder, attended }).session.id;

/** Every state that a session or a helper of it has shown. */
function statesOf(session_id: SessionId): { seen: string[]; rest(): Promise<void> } {
  const seen: string[] = [];
  slice.service.sessions.events.on((event) => {
    if (event.type === "status-changed") seen.push(event.status.state);
  });
  const watcher = slice.watch(session_id);
  return { seen, rest: () => watcher.rest() };
}

const questionsIn = (session_id: SessionId): number =>
  slice
    .messages(session_id)
    .flatMap(({ parts }) => parts)
    .filter((part) => isPermission(part) || isQuestion(part)).length;

describe("[PM-3] in a turn that nobody attends", () => {
  test("[PM-3a] what would be asked is denied, what is safe is done, and the ledger says so", async () => {
    slice.provider.enqueue(
      reply(touch("a"), call("b", "read", { path: "answer.txt" })),
      reply("I would need to make a file."),
    );
    const session_id = create(false);
    const { seen, rest } = statesOf(session_id);
    await rest();
    expect(isMade()).toBe(false);
    expect(seen).not.toContain("waiting");
    expect(questionsIn(session_id)).toBe(0);
    const { rawBody = "" } = slice.provider.requests[1] ?? {};
    expect(rawBody).toContain("nobody is there to ask in this turn. It did not run: command touch made.");
    expect(rawBody).toContain("forty-two");
    expect(textOf(slice.messages(session_id).at(-1))).toBe("I would need to make a file.");
    expect(query(slice, "SELECT target, decision FROM permission_decisions")).toEqual([
      { target: "touch made", decision: "unattended" },
    ]);
    expectWellFormed(slice.provider.requests);
  });

  test("a rule that allows still does", async () => {
    slice.provider.respond(({ rawBody }) =>
      rawBody.includes('"tool_call_id"') ? reply("Done.") : reply(touch("a")),
    );
    const session_id = create();
    const watcher = slice.watch(session_id);
    await watcher.until(() => watcher.status.state === "waiting");
    const [row] = query<{ data_json: string }>(
      slice,
      "SELECT data_json FROM chat_parts WHERE type = 'data-permission'",
    );
    const { id: approval_id } = JSON.parse(row?.data_json ?? "{}") as { id: string };
    slice.service.permissions.reply({ session_id, approval_id, decision: "project" });
    await watcher.rest();
    await rm(join(folder, "made"));
    slice.provider.respond(({ rawBody }) =>
      rawBody.includes("Once more.") && !rawBody.includes('"again"') ? reply(touch("again")) : reply("Done."),
    );
    slice.service.queue.send({ session_id, text: "Once more.", attended: false });
    await watcher.rest();
    await slice.rest(session_id);
    expect(isMade()).toBe(true);
  });

  test("a question of the model gets the answer that nobody is there", async () => {
    const questions = [{ question: "Which?", options: [{ label: "This" }, { label: "That" }] }];
    slice.provider.enqueue(reply(call("q", "question", { questions })), reply("I took this."));
    const session_id = create(false);
    await slice.rest(session_id);
    expect(questionsIn(session_id)).toBe(0);
    expect(slice.provider.requests[1]?.rawBody).toContain("Nobody is there to answer this question");
  });

  test("helpers are no more attended than the session above", async () => {
    const order = { description: "Make it", prompt: "Make the file.", agent: "general" };
    slice.provider.respond(({ rawBody, body }) => {
      if (body.tools === undefined) return reply("A title");
      if (rawBody.includes("nobody is there to ask")) return reply("Nobody was there.");
      if (rawBody.includes("Make the file.") && !rawBody.includes('"Go."')) return reply(touch("x"));
      return rawBody.includes("Nobody was there.") ? reply("Done.") : reply(call("a", "task", order));
    });
    const session_id = create(false);
    const { seen, rest } = statesOf(session_id);
    await rest();
    expect(isMade()).toBe(false);
    expect(seen).not.toContain("waiting");
    expect(textOf(slice.messages(session_id).at(-1))).toBe("Done.");
  });

  test("words for a busy session are refused: nobody would see that they wait", async () => {
    slice.provider.enqueue([{ text: "So" }, { gate: "end" }, ...reply(".")]);
    const session_id = create(false);
    const watcher = slice.watch(session_id);
    await watcher.until(() => watcher.text === "So");
    const send = () => slice.service.queue.send({ session_id, text: "And?", attended: false });
    expect(send).toThrow(expect.objectContaining({ code: "SESSION_BUSY" }));
    slice.provider.open("end");
    await watcher.rest();
    expect(slice.service.queue.of(session_id).items).toEqual([]);
  });
});

test("[LY-6, PM-3] a session without a window still waits for its user", async () => {
  slice.provider.enqueue(reply(touch("a")), reply("Done."));
  const session_id = create();
  const watcher = slice.watch(session_id);
  watcher.detach();
  await expect.poll(() => slice.service.sessions.status({ session_id }).state).toBe("waiting");
  expect(isMade()).toBe(false);
});
