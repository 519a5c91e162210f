/** Pictures that the tool `read` shows (AG-1), through the composed core, a real database and a scripted provider on both wires. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MOST_FILES } from "../../src-main/core/context/file-bound";
import { FILE_TOKENS } from "../../src-preload/contract/domain/context";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { pdf } from "../fixtures/pdf-bytes";
import { png } from "../fixtures/picture-bytes";
import { reply, type Script, type Step } from "../fixtures/provider/script";
import { workFolder } from "../fixtures/work-folder";
import { query } from "./database";
import { removeSlice, restartSlice, type Slice, type SliceOptions, startSlice, type WireType } from "./slice";
import { expectWellFormed, messagesOf } from "./well-formed";

let slice: Slice;
let folder: string;
beforeEach(async () => {
  folder = await workFolder();
});
afterEach(() => removeSlice(slice));

const [GREEN, RED] = [png(40, 30), png(30, 40, [200, 30, 30])];
const OTHER = { provider_id: "scripted", model_id: "other" };
const read = (id: string, path: string): Step => ({ tool: { id, name: "read", input: { path } } });

/** The answers to come. */
let scripts: Script[];

/** The title agent has no tools, and may ask at any time. */
const respond = () =>
  slice.provider.respond(
    ({ body }) => (body.tools === undefined ? undefined : scripts.shift()) ?? reply("A title"),
  );

async function started(options: SliceOptions = {}): Promise<void> {
  slice = await startSlice({ reads: { big: ["image"], other: [] }, models: ["other"], ...options });
  scripts = [];
  respond();
  await writeFile(join(folder, "green.png"), GREEN);
  await writeFile(join(folder, "red.png"), RED);
}

async function ask(...calls: Step[]): Promise<SessionId> {
  scripts.push(reply(...calls), reply("I see."));
  const { session } = slice.service.sessions.create({ text: "Look.", workspace_root: folder });
  await slice.rest(session.id);
  return session.id;
}

/** The messages of the last request for an answer, without the marks of what a provider may keep. */
const sent = (): string =>
  JSON.stringify(
    messagesOf(slice.provider.requests.findLast(({ body }) => body.tools !== undefined)),
  ).replace(/,"cache_control":\{[^}]*\}/g, "");
const countOf = (bytes: Buffer): number => sent().split(bytes.toString("base64")).length - 1;

/** Sends one more message and waits for its answer. */
async function further(session_id: SessionId, more: object = {}): Promise<void> {
  scripts.push(reply("Yes."));
  slice.send({ session_id, text: "And now?", ...more });
  await slice.rest(session_id);
}

async function keptFiles(): Promise<number> {
  const names = await readdir(join(slice.data_dir, "blobs"), { recursive: true });
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).length;
}

describe.each<WireType>(["openai-compatible", "anthropic"])("on the %s wire", (wire) => {
  test("[AG-1] [DB-9a] two pictures of one step follow its results, in each later prompt, after a restart too", async () => {
    await started({ wire });
    const session_id = await ask(read("a", "green.png"), read("b", "red.png"));
    const first = sent();
    expect([countOf(GREEN), countOf(RED)]).toEqual([1, 1]);
    expect(first).toContain("green.png is an image (image/png)");
    expect(first).toContain("40 × 30 pixels");
    // Behind all results, or a provider would miss the answer to a call.
    const lastResult = Math.max(first.lastIndexOf("tool_result"), first.lastIndexOf('"role":"tool"'));
    expect(first.indexOf(GREEN.toString("base64"))).toBeGreaterThan(lastResult);
    const rows = query<{ data_json: string }>(slice, "SELECT data_json FROM chat_parts WHERE type = 'file'");
    expect(rows).toHaveLength(2);
    for (const { data_json } of rows) expect(data_json).toMatch(/"url":"blob:.*"braid":\{"tool_call_id":"/);
    slice = await restartSlice(slice);
    respond();
    await further(session_id);
    expect(sent().startsWith(first.slice(0, -1))).toBe(true);
    expectWellFormed(slice.provider.requests);
  });

  test("[AG-1] [MS-4] a model that reads no pictures is told so, and after a switch back the first one gets them again", async () => {
    await started({ wire });
    const session_id = await ask(read("a", "green.png"));
    await further(session_id, { model: OTHER });
    expect(countOf(GREEN)).toBe(0);
    expect(sent()).toContain("this model cannot read images");
    await further(session_id, { model: { ...OTHER, model_id: "big" } });
    expect(countOf(GREEN)).toBe(1);
    expectWellFormed(slice.provider.requests);
  });
});

describe.each<WireType>(["openai-compatible", "anthropic"])(
  "more than a request may hold, on the %s wire",
  (wire) => {
    test("[AG-1] [AG-7] older pictures of tools give way to newer ones and say so; what the user sent last stays", async () => {
      await started({ wire });
      const names = Array.from({ length: 2 * MOST_FILES }, (_, at) => `red${at}.png`);
      await Promise.all(names.map((name) => writeFile(join(folder, name), RED)));
      const step = (from: number) =>
        names.slice(from, from + MOST_FILES).map((name) => read(name.replace(".", "_"), name));
      const session_id = await ask(read("a", "green.png"));
      scripts.push(reply(...step(0)));
      await further(session_id);
      expect(countOf(GREEN)).toBe(0);
      expect(sent()).toContain(String.raw`[file: \"green.png\", image/png; left out of this request`);
      expect(countOf(RED)).toBe(MOST_FILES / 2);
      expect(sent().split("left out of this request").length - 1).toBe(1 + MOST_FILES / 2);
      const own = png(50, 50, [30, 30, 200]);
      const file = await slice.app.attachments.add(
        (async function* () {
          yield own;
        })(),
        "own.png",
      );
      scripts.push(reply(...step(MOST_FILES)));
      await further(session_id, { attachments: [file] });
      expect(countOf(own)).toBe(1);
      expect(countOf(RED)).toBeLessThan(MOST_FILES);
      expect(countOf(RED)).toBeGreaterThan(0);
      expectWellFormed(slice.provider.requests);
    });
  },
);

test("[AG-1] [RW-2] [BR-1] [DB-10] a rewind leaves the picture out, a branch keeps it, and it goes with the last of them", async () => {
  await started();
  const session_id = await ask(read("a", "green.png"));
  const ids = slice.messages(session_id).map(({ id }) => id);
  const branch = await slice.service.branches.branch({
    parent_session_id: session_id,
    from_message_id: ids.at(-1) as MessageId,
  });
  scripts.push(reply("Without it."));
  slice.service.timeline.rewind({ session_id, message_id: ids[0] as MessageId, text: "Do not look." });
  await slice.rest(session_id);
  expect(countOf(GREEN)).toBe(0);
  await further(branch.id);
  expect(countOf(GREEN)).toBe(1);
  slice.service.trash.put({ session_id });
  await slice.service.trash.empty({});
  expect(await keptFiles()).toBe(1);
  await further(branch.id);
  expect(countOf(GREEN)).toBe(1);
  slice.service.trash.put({ session_id: branch.id });
  await slice.service.trash.empty({});
  expect(await keptFiles()).toBe(0);
});

test("[AG-1] [TK-3] a picture counts as a result of a tool, not as the user's file", async () => {
  // A model that has answered nothing yet has measured nothing: everything is an estimate.
  await started({ reads: { big: ["image"], third: ["image"] }, models: ["third"] });
  const before = await ask(read("a", "none.png"));
  const after = await ask(read("a", "green.png"));
  const model = { ...OTHER, model_id: "third" };
  const count = async (session_id: SessionId) =>
    (await slice.service.context.read({ session_id, model }, "the test")).parts;
  const [without, withOne] = [await count(before), await count(after)];
  expect(withOne.attachments).toBe(0);
  expect(withOne.tool_results - without.tool_results).toBeGreaterThan(1000);
});

test("[AG-7] [TK-3] pictures that a request leaves out do not count", async () => {
  await started({ reads: { big: ["image"], third: ["image"] }, models: ["third"] });
  const names = Array.from({ length: MOST_FILES }, (_, at) => `red${at}.png`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), RED)));
  const session_id = await ask(read("a", "green.png"));
  scripts.push(reply(...names.map((name) => read(name.replace(".", "_"), name))));
  await further(session_id);
  expect(countOf(RED)).toBe(MOST_FILES / 2);
  const model = { ...OTHER, model_id: "third" };
  const { parts } = await slice.service.context.read({ session_id, model }, "the test");
  expect(parts.tool_results).toBeGreaterThan((MOST_FILES / 2) * FILE_TOKENS);
  expect(parts.tool_results).toBeLessThan((MOST_FILES - 2) * FILE_TOKENS);
});

describe.each<WireType>(["openai-compatible", "anthropic"])("a PDF on the %s wire", (wire) => {
  test("[AG-1] a model that reads PDFs gets it behind the results, another one a line", async () => {
    await started({ wire, reads: { big: ["image", "pdf"], other: ["image"] } });
    const paper = pdf(3, { packed: true });
    await writeFile(join(folder, "paper.pdf"), paper);
    const session_id = await ask(read("a", "paper.pdf"), read("b", "green.png"));
    expect([countOf(paper), countOf(GREEN)]).toEqual([1, 1]);
    expect(sent()).toContain("paper.pdf is a PDF document (application/pdf)");
    expect(sent()).toContain("3 pages.");
    await further(session_id, { model: OTHER });
    expect([countOf(paper), countOf(GREEN)]).toEqual([0, 1]);
    expect(sent()).toContain("this model cannot read PDFs");
    expectWellFormed(slice.provider.requests);
  });
});

const LOCKED = pdf(3, { mark: "/Encrypt 9 0 R" });
const HOSTILE_PDFS: [name: string, bytes: Buffer, said: RegExp][] = [
  ["too long", pdf(101), /not shown, because it may have more than 100 pages/],
  ["too large", Buffer.concat([pdf(3), Buffer.alloc(10_000_000), pdf(3)]), /because it has more than 10 MB/],
  ["cut off", pdf(3).subarray(0, -9), /damaged, or its end is missing/],
  ["locked", LOCKED, /encrypted, so it is not shown/],
  ["without pages", pdf(0), /Its pages are not found/],
];

test.each(HOSTILE_PDFS)(
  "[AG-1] a PDF that is %s stays out, and its result says why",
  async (_, bytes, said) => {
    await started({ reads: { big: ["image", "pdf"] } });
    await writeFile(join(folder, "strange.pdf"), bytes);
    const session_id = await ask(read("a", "strange.pdf"));
    expect(sent()).toMatch(said);
    expect(sent()).not.toContain("the files that the calls above have read");
    expect(
      slice
        .messages(session_id)
        .at(-1)
        ?.parts.some(({ type }) => type === "file"),
    ).toBe(false);
  },
);

const HOSTILE: [name: string, bytes: Buffer, said: RegExp][] = [
  ["a bomb", png(65_000, 65_000), /65000 × 65000 pixels\. It is not shown, because that is more than/],
  ["long and thin", png(9000, 1), /not shown, because that is more than 8,000 pixels a side/],
  ["cut off", GREEN.subarray(0, -6), /damaged, or its end is missing/],
  ["a head alone", GREEN.subarray(0, 12), /damaged, or its end is missing/],
  ["heavy", Buffer.concat([GREEN, Buffer.alloc(4_000_000)]), /images of at most 3\.75 MB/],
  ["a text", Buffer.from("no picture\n"), /1\\tno picture/],
  ["another kind", Buffer.from("BM\0\0\0\0\0\0\0\0\0\0"), /its bytes are not shown/],
];

test.each(HOSTILE)(
  "[AG-1] a picture that is %s stays out, and its result says why",
  async (_, bytes, said) => {
    await started();
    await writeFile(join(folder, "x.png"), bytes);
    await ask(read("a", "x.png"));
    expect(sent()).toMatch(said);
    expect(sent()).not.toContain("image_url");
    expect(query(slice, "SELECT 1 FROM chat_parts WHERE type = 'file'")).toEqual([]);
  },
);
