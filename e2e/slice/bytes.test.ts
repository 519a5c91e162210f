import { afterEach, describe, expect, test } from "vitest";
import type { AppEvent } from "../../src-preload/contract/window/bridge";
import { UNREACHABLE_BASE_URL } from "../fixtures/provider/provider";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { query, tamper } from "./database";
import {
  removeSlice,
  restartSlice,
  type Slice,
  startSlice,
  textOf,
  type WireType,
  writeSettings,
} from "./slice";
import { expectWellFormed, messagesOf } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];
/** NUL, an override of the writing direction, lone surrogates, a line separator, what JSON and SQL quote, both normal forms of é. */
const NASTY = "a\u0000b \u202edcba\u202c \ud83d| \ude00| \u2028 \"\\' %_ é e\u0301 \ufeff 😀";

describe.each(WIRES)("on the %s wire", (wire) => {
  test("[DB-1] [DB-8] text is kept and sent back to the character, also when it was cut inside an emoji, and after a restart", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply("Half: \ud83d", "\ude00 ", NASTY), reply("Yes."), reply("Yes."));
    const { session_id } = slice.ask(NASTY);
    const watcher = slice.watch(session_id);
    const said = `Half: 😀 ${NASTY}`;
    await watcher.rest();
    expect(watcher.text).toBe(said);
    expect(slice.messages(session_id).map(textOf)).toEqual([NASTY, said]);
    slice.send({ session_id, text: "And?" });
    await slice.rest(session_id);
    slice = await restartSlice(slice);
    expect(slice.messages(session_id).slice(0, 2).map(textOf)).toEqual([NASTY, said]);
    slice.send({ session_id, text: "And?" });
    await slice.rest(session_id);
    for (const request of slice.provider.requests.slice(1)) {
      const [user, assistant] = messagesOf(request).filter(({ role }) => role !== "system");
      const plain = (content: unknown) =>
        typeof content === "string" ? content : (content as { text: string }[])[0]?.text;
      expect([plain(user?.content), plain(assistant?.content)]).toEqual([NASTY, said]);
      expect(request.rawBody).toContain(JSON.stringify(said));
    }
    const [, second = "", third = ""] = slice.provider.requests.map(({ rawBody }) => rawBody);
    // The longer conversation begins with the very bytes of the shorter one.
    expect(third.startsWith(second.slice(0, second.indexOf("And?")))).toBe(true);
  });

  test("a title and a first message of such characters: one title everywhere, whatever a column of text can hold of it", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply("Yes."));
    const { session, message } = slice.service.sessions.create({ text: `${NASTY}\nsecond line` });
    await slice.rest(session.id);
    expect(textOf(message)).toBe(`${NASTY}\nsecond line`);
    expect(slice.service.sessions.list({ limit: 1 }).sessions[0]?.title).toBe(session.title);
    const renamed = slice.service.sessions.rename({ session_id: session.id, title: NASTY });
    slice = await restartSlice(slice);
    expect(slice.service.sessions.read({ session_id: session.id }).session.title).toBe(renamed.title);
    // A column of text holds UTF-8, which has no half characters.
    expect(renamed.title).toBe(Buffer.from(NASTY).toString());
  });

  test("[RN-10, DB-9c] a million characters in one chunk arrive whole", async () => {
    slice = await startSlice({ wire });
    const long = "0123456789abcde\n".repeat(65_536);
    slice.provider.enqueue(reply(long));
    const { session_id } = slice.ask();
    const watcher = slice.watch(session_id);
    expect(textOf(await slice.rest(session_id))).toBe(long);
    await watcher.until(() => watcher.text.length === long.length);
    expect(watcher.text).toBe(long);
  });
});

test("[DB-8b, Z-7] reasoning goes back to its provider with its signature, byte for byte, in its order; hidden thoughts too", async () => {
  slice = await startSlice({ wire: "anthropic" });
  const signature = `EqQB+/=\u202e"\\ ${"x".repeat(500)}`;
  const answer: Step[] = [
    { reasoning: "Let me \ud83d" },
    { reasoning: "\ude00 think.", signature },
    { redacted: "c2VjcmV0+/==" },
    { text: "Yes." },
    ...ending(),
  ];
  slice.provider.enqueue(answer, reply("Yes."), reply("Yes."));
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  slice.send({ session_id, text: "And?" });
  await slice.rest(session_id);
  slice = await restartSlice(slice);
  slice.send({ session_id, text: "And?" });
  await slice.rest(session_id);
  for (const request of slice.provider.requests.slice(1)) {
    expect(messagesOf(request)[1]?.content).toEqual([
      { type: "thinking", thinking: "Let me 😀 think.", signature },
      { type: "redacted_thinking", data: "c2VjcmV0+/==" },
      { type: "text", text: "Yes." },
    ]);
    expect(request.rawBody).toContain(JSON.stringify(signature));
  }
  expectWellFormed(slice.provider.requests);
});

test("[RN-7] [RN-10] connection refused, then the server is up: the same session goes on", async () => {
  slice = await startSlice({ base_url: UNREACHABLE_BASE_URL });
  const { session_id } = slice.ask();
  const failed = await slice.rest(session_id);
  expect(failed.metadata).toMatchObject({
    finish_reason: "error",
    usage: null,
    error: {
      code: "PROVIDER_UNAVAILABLE",
      message: saying("nothing answers at its address"),
      hint: saying("address"),
    },
  });
  await writeSettings(slice.data_dir, slice.provider.baseUrl);
  slice.provider.enqueue(reply("Here."));
  slice.service.turns.resume({ session_id });
  expect(textOf(await slice.rest(session_id))).toBe("Here.");
  expectWellFormed(slice.provider.requests);
});

test("[SV-7] a store that fails in mid-answer stops the run, says so, loses nothing, and works again once it can", async () => {
  slice = await startSlice();
  slice.provider.enqueue(
    [{ text: "Saved. " }, { gate: "broken" }, { text: "Lost?" }, { gate: "never" }],
    reply("Here."),
  );
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "Saved. ");
  tamper(slice, "ALTER TABLE chat_deltas RENAME TO away");
  slice.provider.open("broken");
  await watcher.until(() => watcher.events.some(({ type }) => type === "reset"));
  expect((await slice.provider.requests[0]?.closed)?.by).toBe("client");
  expect(watcher.status).toMatchObject({ state: "error", message: saying("database") });
  expect(watcher.text).toBe("Saved. ");
  const unavailable = expect.objectContaining({ code: "STORE_UNAVAILABLE" });
  expect(() => slice.send({ session_id, text: "And now?" })).toThrow(unavailable);
  tamper(slice, "ALTER TABLE away RENAME TO chat_deltas");
  const witness = slice.watch(session_id);
  slice.send({ session_id, text: "And now?" });
  await witness.until(() => witness.events.some(({ type }) => type === "message"));
  const kinds = witness.events.map(({ type }) => type);
  expect(kinds.indexOf("reset"), "who saw the half answer looks again").toBeLessThan(
    kinds.indexOf("message"),
  );
  expect(kinds).toContain("reset");
  expect(textOf(await slice.rest(session_id))).toBe("Here.");
  expect(slice.messages(session_id).map(textOf)).toEqual(["Hello?", "Saved. ", "And now?", "Here."]);
  expect(slice.messages(session_id)[1]?.metadata.finish_reason).toBe("interrupted");
  expect(query(slice, "SELECT * FROM chat_sessions")).toHaveLength(1);
});

test("[SV-7] a store that fails at the very end of a turn: the session is not stuck, its words are there, and nobody is left without an answer", async () => {
  slice = await startSlice();
  slice.provider.enqueue([{ text: "Saved. " }, { gate: "broken" }, ...reply("And done.")], reply("Here."));
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  await watcher.until(() => watcher.text === "Saved. ");
  const background_errors: AppEvent[] = [];
  slice.service.sessions.events.on((event) => {
    if (event.type === "background-error") background_errors.push(event);
  });
  tamper(slice, "ALTER TABLE chat_sessions RENAME TO away");
  slice.provider.open("broken");
  await watcher.until(() => watcher.events.some(({ type }) => type === "reset"));
  // The work after a turn (the list's news) failed as well: said, and thrown at nobody.
  await expect.poll(() => background_errors).toMatchObject([{ error: { code: "STORE_UNAVAILABLE" } }]);
  tamper(slice, "ALTER TABLE away RENAME TO chat_sessions");
  slice.send({ session_id, text: "And now?" });
  expect(textOf(await slice.rest(session_id))).toBe("Here.");
  const [, cut] = slice.messages(session_id);
  expect(textOf(cut)).toMatch(/^Saved\. /);
  expect(cut?.metadata.finish_reason).toBe("interrupted");
});
