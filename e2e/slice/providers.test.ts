import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tool } from "../../src-main/core/ports/tools";
import { blobUrl } from "../../src-preload/contract/domain/attachments";
import type { FinishReason } from "../../src-preload/contract/domain/messages";
import type { RecordedRequest } from "../fixtures/provider/recorded-request";
import { ending, reply, type Step } from "../fixtures/provider/script";
import { saying } from "../fixtures/saying";
import { query } from "./database";
import { KEY, removeSlice, restartSlice, type Slice, startSlice, textOf } from "./slice";

/** One provider of each kind, all of them the scripted one. */
const TYPES = {
  claude: { type: "anthropic", model: "claude-sonnet-5-5" },
  gpt: { type: "openai", api: "responses", model: "gpt-5.1" },
  gemini: { type: "google", model: "gemini-2.5-pro" },
  local: { type: "openai-compatible", model: "big" },
} as const;
type Name = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as Name[];
const refOf = (provider_id: Name) => ({ provider_id, model_id: TYPES[provider_id].model });

const read: Tool = {
  name: "look",
  description: "Reads.",
  input_schema: { type: "object", properties: {} },
  execute: async () => "the file",
};

let slice: Slice;
beforeEach(async () => {
  slice = await startSlice({ tools: [read] });
  const providers = Object.entries(TYPES).map(([id, { model, ...entry }]) => ({
    id,
    ...entry,
    base_url: slice.provider.baseUrl,
    api_key_env: "SCRIPTED_KEY",
    models: [{ id: model }],
  }));
  const settings = {
    providers,
    default_model: refOf("claude"),
    run: { max_retries: 0 },
    compaction: { tail_turns: 4 },
  };
  await writeFile(join(slice.data_dir, "settings.json"), JSON.stringify(settings));
});
afterEach(() => removeSlice(slice));

const sealed = (name: string) => `sealed-${name}+/==`;
/** Thinks, calls the tool, thinks again, answers. */
const thoughtful = (name: string): [Step[], Step[]] => {
  const signature = sealed(name);
  const tool = { id: `call_${name}`, name: "look", input: { path: "a" }, signature: sealed(`${name}-call`) };
  return [
    [{ reasoning: `${name} wonders.`, signature }, { tool }, ...ending("tool_calls")],
    [{ reasoning: `${name} knows.`, signature: sealed(`${name}-2`) }, { text: `${name} says.` }, ...ending()],
  ];
};

const last = (): RecordedRequest => {
  const request = slice.provider.requests.at(-1);
  if (request === undefined) throw new Error("nothing was asked");
  return request;
};

async function ask(session_id: Parameters<Slice["rest"]>[0], name: Name, text: string) {
  slice.send({ session_id, text, model: refOf(name) });
  return await slice.rest(session_id);
}

/** A folder under git with a file that is not committed, so that the prompt has a git state to tell. */
async function workspace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "braid-workspace-"));
  execFileSync("git", ["init", "--quiet", "--initial-branch=trunk", folder]);
  await writeFile(join(folder, "notes.txt"), "new");
  return folder;
}

describe.each(NAMES)("%s", (name) => {
  test("[DB-8c] thinks, calls a tool, answers; what it sealed goes back to it byte for byte, in the turn, in the next and after a restart", async () => {
    slice.provider.enqueue(...thoughtful(name), reply("Again."), reply("And again."));
    const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf(name) });
    const answer = await slice.rest(session.id);
    expect(answer.metadata.error).toBeUndefined();
    expect(textOf(answer)).toBe(`${name} says.`);
    expect(answer.metadata.usage).toMatchObject({ input: 24, output: 10 });
    await ask(session.id, name, "And?");
    slice = await restartSlice(slice, { tools: [read] });
    expect(textOf(await ask(session.id, name, "And then?"))).toBe("And again.");
    const seals = {
      claude: [sealed(name), sealed(`${name}-2`)],
      gpt: [sealed(name), sealed(`${name}-2`)],
      gemini: [sealed(name), sealed(`${name}-call`), sealed(`${name}-2`)],
      local: [],
    }[name];
    for (const request of slice.provider.requests.slice(2)) {
      for (const seal of seals) expect(request.rawBody).toContain(JSON.stringify(seal));
      expect(request.rawBody).toContain("the file");
    }
    // Already the second step of the turn has the first one's thoughts.
    if (seals[0] !== undefined)
      expect(slice.provider.requests[1]?.rawBody).toContain(JSON.stringify(seals[0]));
  });

  test("the key goes into a header and nowhere else", async () => {
    slice.provider.enqueue(reply("Yes."));
    const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf(name) });
    await slice.rest(session.id);
    const { headers, rawBody, path } = last();
    const { claude, gemini, ...bearer } = {
      claude: "x-api-key",
      gemini: "x-goog-api-key",
      gpt: "",
      local: "",
    };
    const header = { claude, gemini }[name as "claude" | "gemini"];
    expect(header === undefined ? headers.authorization : headers[header]).toBe(
      header === undefined ? `Bearer ${KEY}` : KEY,
    );
    expect(Object.keys(bearer)).toHaveLength(2);
    expect(rawBody + path).not.toContain(KEY);
  });

  test.each([
    [401, /did not accept the key/],
    [404, /does not know this model/],
    [429, /rate limited/i],
    [503, /provider failed/i],
  ])("[RN-7] a refusal with %d is told for what it is", async (status, sentence) => {
    // Google calls a wrong key a bad request.
    slice.provider.enqueue([{ status: name === "gemini" && status === 401 ? 400 : status }]);
    const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf(name) });
    const { error } = (await slice.rest(session.id)).metadata;
    expect(error?.message).toEqual(saying(sentence));
    expect(error?.hint).toBeTruthy();
  });

  test.each([
    ["ends without a finish reason is interrupted", { end: true }, "interrupted", "PROVIDER_BAD_STREAM"],
    ["loses its connection has failed", { hangUp: true }, "error", "PROVIDER_UNAVAILABLE"],
  ] as [string, Step, FinishReason, string][])(
    "[RN-8b] an answer that %s, and goes on",
    async (_what, cut, finish_reason, code) => {
      slice.provider.enqueue([{ text: "Half" }, cut], reply(" and half."));
      const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf(name) });
      const half = await slice.rest(session.id);
      expect(textOf(half)).toBe("Half");
      expect(half.metadata).toMatchObject({ finish_reason, error: { code } });
      slice.service.turns.resume({ session_id: session.id });
      expect(textOf(await slice.rest(session.id))).toBe(" and half.");
    },
  );

  test("[RW-2b] what a rewind hides leaves no byte in the next prompt: thoughts, calls and folder included", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const workspace_root = await workspace();
    try {
      const again = () => slice.provider.enqueue(...thoughtful(name));
      again();
      const { session } = slice.service.sessions.create({
        text: "question 1",
        model: refOf(name),
        workspace_root,
      });
      await slice.rest(session.id);
      again();
      await ask(session.id, name, "question 2");
      const asked = slice.provider.requests[2]?.rawBody;
      again();
      await ask(session.id, name, "question 3");
      const rewound = async (text: string) => {
        const question = slice.messages(session.id)[2];
        if (question === undefined) throw new Error("the question is gone");
        again();
        slice.service.timeline.rewind({ session_id: session.id, message_id: question.id, text });
        await slice.rest(session.id);
        return slice.provider.requests.at(-2)?.rawBody;
      };
      expect(await rewound("question two")).toBe(asked?.replace("question 2", "question two"));
      expect(await rewound("question 2"), "in place of another").toBe(asked);
      expect(await rewound("question 2"), "tried again").toBe(asked);
    } finally {
      vi.useRealTimers();
      await rm(workspace_root, { recursive: true, force: true });
    }
  });
});

test.each([
  ["gpt", { error: { message: "No.", type: "invalid_request_error", code: "invalid_encrypted_content" } }],
  [
    "claude",
    {
      type: "error",
      error: { type: "invalid_request_error", message: "Invalid `signature` in `thinking` block" },
    },
  ],
] as const)(
  "%s: thoughts that were sealed for another account are left out, and the step is asked once more",
  async (name, body) => {
    slice.provider.enqueue(...thoughtful(name));
    const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf(name) });
    await slice.rest(session.id);
    slice.provider.enqueue([{ status: 400, body }], reply("Without them."));
    expect(textOf(await ask(session.id, name, "And?"))).toBe("Without them.");
    const [refused, asked] = slice.provider.requests.slice(-2);
    expect(refused?.rawBody).toContain(sealed(name));
    for (const seal of [sealed(name), sealed(`${name}-2`)]) expect(asked?.rawBody).not.toContain(seal);
    expect(asked?.rawBody).toContain("the file");
    // Later turns leave them out at once, also after another model, and send what was sealed since.
    slice.provider.enqueue(...thoughtful(`${name}-since`), reply("Other."));
    await ask(session.id, name, "More?");
    await ask(session.id, name === "gpt" ? "claude" : "gpt", "And you?");
    const before = slice.provider.requests.length;
    slice.provider.enqueue(reply("At once."));
    expect(textOf(await ask(session.id, name, "Again?"))).toBe("At once.");
    const [again, ...others] = slice.provider.requests.slice(before);
    expect(others).toEqual([]);
    for (const seal of [sealed(name), sealed(`${name}-2`)]) expect(again?.rawBody).not.toContain(seal);
    expect(again?.rawBody).toContain(sealed(`${name}-since`));
    slice.provider.enqueue([{ status: 400, body }], [{ status: 400, body }]);
    expect((await ask(session.id, name, "Still?")).metadata.error).toMatchObject({
      code: "PROVIDER_REJECTED",
      hint: saying("Use the key of that account"),
    });
  },
);

test("[MS-4] from one provider to the next and back: words and results go along, thoughts stay with whoever had them", async () => {
  const { session } = slice.service.sessions.create({ text: "Begin.", model: refOf("claude") });
  slice.provider.enqueue(...thoughtful("claude"));
  await slice.rest(session.id);
  for (const name of ["gpt", "gemini", "local"] as const) {
    slice.provider.enqueue(...thoughtful(name));
    const answer = await ask(session.id, name, `To ${name}.`);
    expect(answer.metadata.error).toBeUndefined();
    const { rawBody } = last();
    expect(rawBody).toContain("claude says.");
    expect(rawBody).toContain("the file");
    for (const other of NAMES.filter((each) => each !== name)) {
      expect(rawBody).not.toContain(sealed(other));
      expect(rawBody).not.toContain(`${other} wonders`);
    }
  }
  slice = await restartSlice(slice, { tools: [read] });
  slice.provider.enqueue(reply("Back."));
  expect(textOf(await ask(session.id, "claude", "Back again."))).toBe("Back.");
  const { rawBody } = last();
  for (const name of NAMES) expect(rawBody).toContain(`${name} says.`);
  expect(rawBody).toContain(JSON.stringify(sealed("claude")));
  expect(rawBody).toContain("claude wonders.");
  for (const other of ["gpt", "gemini"]) expect(rawBody).not.toContain(sealed(other));
  // Left out of the prompt, not of the database.
  const stored = JSON.stringify(query(slice, "SELECT data_json FROM chat_parts"));
  for (const name of ["claude", "gpt", "gemini"]) expect(stored).toContain(sealed(name));
});

test("[MS-4, DB-8, CP-3] there and back with a summary in between: each is told its own part of the tail as it sealed it", async () => {
  const tail = ["claude", "gpt"] as const;
  const { session } = slice.service.sessions.create({ text: `Begin. ${"More words. ".repeat(400)}` });
  slice.provider.enqueue(...thoughtful("claude"));
  await slice.rest(session.id);
  for (const name of tail) {
    slice.provider.enqueue(...thoughtful(`${name}-tail`));
    await ask(session.id, name, `To ${name}.`);
  }
  /** The whole prompt of a provider's next turn, and in it the answer that it gave in the tail. */
  const told = async (name: (typeof tail)[number]) => {
    slice.provider.enqueue(reply("Yes."));
    await ask(session.id, name, "And?");
    const { body } = last();
    const all = ((body.messages ?? body.input) as unknown[]).map((message) =>
      JSON.stringify(message).replace(',"cache_control":{"type":"ephemeral"}', ""),
    );
    const from = all.findIndex((message) => message.includes(`To ${name}.`));
    const to = all.findIndex((message) => message.includes(`${name}-tail says.`));
    return { answer: all.slice(from + 1, to + 1), all: all.join("\n") };
  };
  const before = { claude: await told("claude"), gpt: await told("gpt") };
  slice.provider.summary(() => reply("SUMMARY of the beginning."));
  slice.service.compactions.start({ session_id: session.id });
  await slice.rest(session.id);
  slice = await restartSlice(slice, { tools: [read] });
  for (const name of tail) {
    const { answer, all } = await told(name);
    for (const own of ["", "-2"])
      expect(answer.join("\n")).toContain(JSON.stringify(sealed(`${name}-tail${own}`)));
    expect(answer).toEqual(before[name].answer);
    expect(before[name].all).toContain("Begin.");
    expect(all).not.toContain("Begin.");
    expect(all).toContain("SUMMARY of the beginning.");
    expect(all).not.toContain(name === "gpt" ? "sealed-claude" : "sealed-gpt");
  }
});

test("[RN-7d] the wait that Google names in the body of a refusal is left to the user where it is too long", async () => {
  await slice.app.settings.change("run.max_retry_wait_ms", 30_000);
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "45.8s" }];
  const error = { code: 429, message: "Please retry in 45.8s.", status: "RESOURCE_EXHAUSTED", details };
  slice.provider.enqueue([{ status: 429, body: { error } }]);
  const { session } = slice.app.sessions.create({ text: "Hello?", model: refOf("gemini") });
  expect((await slice.rest(session.id)).metadata.error?.hint).toEqual(
    saying("The provider asks to wait 46 s. Try again then, or choose another model."),
  );
});

describe("the prompt's cache", () => {
  const withoutBreakpoints = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, inner) => (name === "cache_control" ? undefined : inner)));

  test.each(NAMES)("[SP-3b] %s: each step's prompt begins with the bytes of the one before", async (name) => {
    slice.provider.enqueue(...thoughtful(name), reply("More."), reply("Still more."));
    const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf(name) });
    await slice.rest(session.id);
    await ask(session.id, name, "And?");
    await ask(session.id, name, "And then?");
    const prompts = slice.provider.requests.map(({ body }) => {
      const said = (body.messages ?? body.input ?? body.contents) as unknown[];
      const before = JSON.stringify(withoutBreakpoints([body.system, body.systemInstruction, body.tools]));
      return { before, said: said.map((message) => JSON.stringify(withoutBreakpoints(message))) };
    });
    expect(prompts).toHaveLength(4);
    for (const [index, { before, said }] of prompts.slice(1).entries()) {
      const earlier = prompts[index];
      expect(before).toBe(earlier?.before);
      expect(said.slice(0, earlier?.said.length)).toEqual(earlier?.said);
    }
  });

  test("[SP-3a] Anthropic is told where it may break: after the system prompt, at the question, at the end", async () => {
    slice.provider.enqueue(...thoughtful("claude"));
    const { session } = slice.service.sessions.create({ text: "Hello?", model: refOf("claude") });
    await slice.rest(session.id);
    const { body } = last();
    const here = (value: unknown) =>
      JSON.stringify(value).split('"cache_control":{"type":"ephemeral"}').length - 1;
    expect(here(body.system)).toBe(1);
    const messages = body.messages as unknown[];
    expect(messages.map(here)).toEqual([1, 0, 1]);
  });
});

test("[DB-9a, DB-8b] a picture that a model has made is kept once beside the database, goes back to that model whole, and to another as a line", async () => {
  const png = Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
    Buffer.alloc(3_000_000, 7),
  ]);
  const picture = { media_type: "image/png", base64: png.toString("base64"), signature: sealed("picture") };
  slice.provider.respond(() => reply({ text: "Here it is." }, { picture }));
  const { session } = slice.app.sessions.create({ text: "Draw.", model: refOf("gemini") });
  await slice.rest(session.id);
  const made = slice
    .messages(session.id)
    .flatMap(({ parts }) => parts)
    .find(({ type }) => type === "file");
  const sha256 = createHash("sha256").update(png).digest("hex");
  expect(made).toMatchObject({ mediaType: "image/png", url: blobUrl(sha256) });
  const kept = await slice.app.attachments.picture(sha256);
  expect(kept?.media_type).toBe("image/png");
  expect(kept?.bytes.equals(png)).toBe(true);
  slice.provider.respond(() => reply("As you like."));
  slice = await restartSlice(slice);
  const asked = async (name: Name) => {
    const next = slice.provider.requests.length;
    slice.app.queue.send({ session_id: session.id, text: "Bluer.", model: refOf(name) });
    await slice.rest(session.id);
    return JSON.stringify(slice.provider.requests[next]?.body);
  };
  const back = await asked("gemini");
  expect(back.includes(picture.base64)).toBe(true);
  expect(back).toContain(picture.signature);
  for (const name of ["claude", "gpt", "local"] as const) {
    const other = await asked(name);
    expect(other, name).toContain("[file: image/png; made by another model]");
    expect(other, name).not.toContain(picture.base64.slice(0, 100));
  }
});
