// The request of a turn: which model, how much thinking, which system prompt.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ModelRef } from "../../src-preload/contract/domain/models";
import { reply } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { holdTimers, stoppedClock } from "./clock";
import { query } from "./database";
import { removeSlice, type Slice, startSlice } from "./slice";
import { messagesOf } from "./well-formed";

let slice: Slice;
afterEach(() => removeSlice(slice));

test("[RN-2a, MS-1a, DB-12b] the model of a turn: the message's own, else the session's latest, else the default", async () => {
  const own = { provider_id: "scripted", model_id: "other" };
  slice = await startSlice({ models: ["other"] });
  slice.provider.respond(() => reply("Yes."));
  const asked = () => slice.provider.requests.at(-1)?.body.model;
  const { session_id } = slice.ask();
  await slice.rest(session_id);
  expect(asked()).toBe("big");
  slice.send({ session_id, text: "You?", model: own });
  const answer = await slice.rest(session_id);
  expect(asked()).toBe("other");
  expect(answer.metadata.model).toEqual(own);
  slice.send({ session_id, text: "And still?" });
  await slice.rest(session_id);
  expect(asked()).toBe("other");
  const models = query<{ role: string; model: string }>(
    slice,
    "SELECT role, metadata_json ->> '$.model.model_id' AS model FROM chat_messages ORDER BY id",
  ).map(({ role, model }) => `${role} ${model}`);
  expect(models).toEqual([
    "user big",
    "assistant big",
    "user other",
    "assistant other",
    "user other",
    "assistant other",
  ]);
  expect(slice.service.sessions.read({ session_id }).session.model).toEqual(own);
});

test("[MS-1b, MS-1c] a thinking level is of one message; the next ones have the model's default level", async () => {
  slice = await startSlice({ models: ["other"], default_thinking: { other: "low" } });
  slice.provider.respond(() => reply("Yes."));
  const big = { provider_id: "scripted", model_id: "big" };
  const other = { provider_id: "scripted", model_id: "other" };
  const { session } = slice.service.sessions.create({ text: "one", model: { ...big, variant: "high" } });
  const session_id = session.id;
  await slice.rest(session_id);
  const send = async (text: string, model?: ModelRef) => {
    slice.send({ session_id, text, ...(model === undefined ? {} : { model }) });
    await slice.rest(session_id);
  };
  await send("two");
  await send("three", { ...other, variant: "high" });
  await send("four");
  await send("five", other);
  const asked = ["high", undefined, "high", "low", undefined];
  expect(slice.provider.requests.map(({ body }) => body.reasoning_effort)).toEqual(asked);
  const said = query<{ model: string }>(
    slice,
    "SELECT metadata_json -> '$.model' AS model FROM chat_messages WHERE role = 'user' ORDER BY id",
  ).map(({ model }) => JSON.parse(model));
  const models = [big, big, other, other, other];
  expect(said).toEqual(
    models.map((model, at) => (asked[at] === undefined ? model : { ...model, variant: asked[at] })),
  );
});

test("[RN-2b] a folder's default stands between the session's latest and the default of all", async () => {
  slice = await startSlice({ models: ["other"] });
  slice.provider.respond(() => reply("Yes."));
  const file = join(slice.data_dir, "settings.json");
  const other = { provider_id: "scripted", model_id: "other" };
  await slice.app.models.setWorkspaceDefault({ workspace_root: "/work/here", model: other });
  expect(JSON.parse(readFileSync(file, "utf8")).workspaces).toEqual({
    "/work/here": { default_model: other },
  });
  expect(slice.app.info().workspace_models).toEqual({ "/work/here": other });
  const asked: unknown[] = [];
  const ask = async (input: { text: string; workspace_root?: string }) => {
    const { session } = slice.service.sessions.create(input);
    await slice.rest(session.id);
    asked.push(slice.provider.requests.at(-1)?.body.model);
    return session.id;
  };
  const session_id = await ask({ text: "here", workspace_root: "/work/here" });
  await ask({ text: "there", workspace_root: "/work/there" });
  await ask({ text: "nowhere" });
  expect(asked).toEqual(["other", "big", "big"]);
  await slice.app.models.setWorkspaceDefault({ workspace_root: "/work/here", model: null });
  slice.send({ session_id, text: "still the session's" });
  await slice.rest(session_id);
  expect(slice.provider.requests.at(-1)?.body.model).toBe("other");
  await ask({ text: "here again", workspace_root: "/work/here" });
  expect(asked.at(-1)).toBe("big");
});

test("[RN-2] a key that is missing, and a model that is none, end in a stored error that says what to do", async () => {
  slice = await startSlice({ compose: { env: { BRAID_GUIDE_WORDS_PER_SECOND: "5000" } } });
  const { session_id } = slice.ask();
  const keyless = await slice.rest(session_id);
  expect(keyless.metadata).toMatchObject({
    finish_reason: "error",
    error: { code: "PROVIDER_AUTH", hint: saying("SCRIPTED_KEY") },
  });
  expect(slice.service.sessions.status({ session_id })).toMatchObject({
    state: "error",
    hint: keyless.metadata.error?.hint,
  });
  slice.send({ session_id, text: "You?", model: { provider_id: "nobody", model_id: "x" } });
  const unknown = await slice.rest(session_id);
  expect(unknown.metadata.error).toMatchObject({
    code: "MODEL_NOT_FOUND",
    hint: saying("settings.json"),
  });
  slice.send({ session_id, text: "Guide?", model: { provider_id: "builtin", model_id: "guide" } });
  expect((await slice.rest(session_id)).metadata.finish_reason).toBe("stop");
  expect(slice.provider.requests).toHaveLength(0);
});

test("[SP-1a, SP-3b] changed files do not change the beginning of a conversation's prompts; another day reads them anew", async () => {
  const clock = stoppedClock();
  slice = await startSlice({ compose: { clock } });
  slice.provider.respond(() => reply("Yes."));
  const folder = join(slice.data_dir, "repository");
  mkdirSync(folder);
  execFileSync("git", ["init", "--quiet", "--initial-branch=trunk", folder]);
  // However long `git` takes to look.
  holdTimers();
  const { session } = slice.service.sessions.create({ text: "Hello?", workspace_root: folder });
  await slice.rest(session.id);
  for (const ms of [0, 86_400_000]) {
    writeFileSync(join(folder, `after-${ms}.txt`), "x");
    clock.at += ms;
    slice.send({ session_id: session.id, text: "And now?" });
    await slice.rest(session.id);
  }
  const [first, second, third] = slice.provider.requests.map((request) =>
    String(messagesOf(request)[0]?.content),
  );
  expect(first).toContain("\n## No commits yet on trunk");
  expect(second).toBe(first);
  expect(third).toContain("after-86400000.txt");
});

test("[SP-1a, SP-2a] the prompt: sections in order, the same bytes for the same inputs, its digest on each answer, kept once, readable as sent", async () => {
  const clock = stoppedClock();
  slice = await startSlice({ compose: { clock } });
  slice.provider.respond(() => reply("Yes."));
  const repository = join(slice.data_dir, "repository");
  mkdirSync(repository);
  execFileSync("git", ["init", "--quiet", "--initial-branch=trunk", repository]);
  writeFileSync(join(repository, "new.txt"), "x");
  // However long `git` takes to look.
  holdTimers();
  const roots = [repository, repository, slice.data_dir, join(slice.data_dir, "gone"), undefined];
  for (const workspace_root of roots) {
    const { session } = slice.service.sessions.create({
      text: "Hello?",
      ...(workspace_root === undefined ? {} : { workspace_root }),
    });
    await slice.rest(session.id);
  }
  const sent = slice.provider.requests.map((request) => String(messagesOf(request)[0]?.content));
  const [first = "", second, plain = "", gone = "", none = ""] = sent;
  expect(first).toBe(second);
  const marks = [
    "You are the assistant in Braid",
    "# Environment",
    "Platform: ",
    `Workspace: ${repository}\n`,
    "Date: 2026-05-17 (",
    "Model: scripted/big",
    "Git status when this was read, before later changes:\n## No commits yet on trunk\n?? new.txt",
  ];
  const places = marks.map((mark) => first.indexOf(mark));
  expect(Math.min(...places)).toBe(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const prompt of [plain, gone, none]) expect(prompt).not.toContain("Git status");
  expect(none).toContain("Workspace: none");

  const digests = query<{ digest: string }>(
    slice,
    "SELECT metadata_json ->> '$.system_prompt_digest' AS digest FROM chat_messages WHERE role = 'assistant' ORDER BY id",
  );
  expect(digests.map(({ digest }) => digest)).toEqual(
    sent.map((text) => createHash("sha256").update(text).digest("hex")),
  );
  const stored = query<{ digest: string; sections_json: string }>(slice, "SELECT * FROM system_prompts");
  const sections = new Map(
    query<{ digest: string; text_json: string }>(slice, "SELECT * FROM system_prompt_sections").map((row) => [
      row.digest,
      JSON.parse(row.text_json),
    ]),
  );
  // Four prompts: two agents' manifests are shared, the surroundings are not. Those with a folder have a catalogue of tools, which names it.
  expect([stored.length, sections.size]).toEqual([4, 9]);
  const readable = new Map(
    stored.map(({ digest, sections_json }) => [
      digest,
      JSON.parse(sections_json)
        .map((section: { digest: string }) => sections.get(section.digest))
        .join("\n\n"),
    ]),
  );
  expect(digests.map(({ digest }) => readable.get(digest))).toEqual(sent);
});
