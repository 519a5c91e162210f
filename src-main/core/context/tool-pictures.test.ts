import { describe, expect, it, test } from "vitest";
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import type { BraidMessage, BraidPart } from "../../../src-preload/contract/domain/messages";
import { pictureMetadata } from "../../../src-preload/contract/domain/tool-pictures";
import { toModelMessages } from "./model-messages";
import { outputsIn, prunedParts } from "./pruning";
import { NO_FILES } from "./told-files";

const MODEL = { provider_id: "test", model_id: "big" };
const OTHER = { provider_id: "test", model_id: "other" };
const SEES = { ...NO_FILES, reads: ["image"] as const };

const STEP: BraidPart = { type: "step-start" };
const call = (id: string, text = `${id}.png is an image.`): BraidPart => ({
  type: "dynamic-tool",
  toolName: "read",
  toolCallId: id,
  state: "output-available",
  input: { path: `${id}.png` },
  output: { text },
});
const picture = (id: string, filename = `${id}.png`): BraidPart => ({
  type: "file",
  mediaType: "image/png",
  url: blobUrl("a".repeat(64)),
  providerMetadata: pictureMetadata({ tool_call_id: id, filename }),
});
const answer = (...parts: BraidPart[]): BraidMessage => ({
  id: "msg_1",
  role: "assistant",
  metadata: { model: MODEL },
  parts,
});
const told = (message: BraidMessage, files = SEES as typeof NO_FILES, model = MODEL) =>
  toModelMessages([message], model, files);
const rolesOf = (messages: readonly { role: string }[]) => messages.map(({ role }) => role);

test("[AG-1] a PDF that a tool has read follows its results, for a model that reads PDFs", async () => {
  const paper: BraidPart = {
    type: "file",
    mediaType: "application/pdf",
    url: blobUrl("b".repeat(64)),
    providerMetadata: pictureMetadata({ tool_call_id: "p", filename: "p.pdf", pages: 12 }),
  };
  const message = answer(STEP, call("p", "p.pdf is a PDF document."), call("a"), paper, picture("a"), STEP);
  const both = await told(message, { ...NO_FILES, reads: ["image", "pdf"] });
  expect(rolesOf(both)).toEqual(["assistant", "tool", "user"]);
  expect(JSON.stringify(both[1])).toContain("[The PDF follows behind the results.]");
  expect(JSON.stringify(both[2])).toContain(
    'the files that the calls above have read, in this order: \\"p.pdf\\"',
  );
  expect(JSON.stringify(both[2])).toContain('"pages":12');
  const pictures = await told(message);
  expect(JSON.stringify(pictures[1])).toContain("[The PDF is not shown: this model cannot read PDFs.]");
  expect(JSON.stringify(pictures[2])).not.toContain("p.pdf");
});

describe("[AG-1] a picture that a tool has read", () => {
  const two = answer(
    STEP,
    call("a"),
    call("b"),
    picture("b"),
    picture("a"),
    STEP,
    { type: "text", text: "I see." },
    call("c", "words"),
    STEP,
    { type: "text", text: "Done." },
  );

  it("follows the results of its step, as a message that names it, and the next step follows that", async () => {
    const messages = await told(two);
    expect(rolesOf(messages)).toEqual(["assistant", "tool", "user", "assistant", "tool", "assistant"]);
    const shown = JSON.stringify(messages[2]);
    expect(shown).toContain('in this order: \\"b.png\\", \\"a.png\\"');
    expect(shown.match(/blob:a{64}/g)).toHaveLength(2);
    expect(JSON.stringify(messages[1])).toContain("a.png is an image.\\n[The image follows");
    expect(JSON.stringify(messages[4])).not.toContain("[The image");
    expect(JSON.stringify([messages[0], messages[3], messages[5]])).not.toContain("blob:");
  });

  it("is words alone for a model that reads no pictures", async () => {
    const messages = await told(two, NO_FILES);
    expect(rolesOf(messages)).toEqual(["assistant", "tool", "assistant", "tool", "assistant"]);
    expect(JSON.stringify(messages[1])).toContain("a.png is an image.\\n[The image is not shown: this model");
    expect(JSON.stringify(messages)).not.toContain("blob:");
  });

  it("is read by another model as by the one that asked for it", async () => {
    const [first] = await told(two);
    const messages = await told(two, SEES as typeof NO_FILES, OTHER);
    // The ids of its calls are made plain for other models.
    const withoutIds = (message: unknown) => JSON.stringify(message).replaceAll(/"toolCallId":"[^"]+"/g, "");
    expect(withoutIds(messages[0])).toBe(withoutIds(first));
    expect(JSON.stringify(messages[2])).toContain("blob:aaa");
    expect(JSON.stringify(messages)).not.toContain("made by another model");
  });

  it("gives the same bytes in pieces of a prompt as in one", async () => {
    const pieces = [two.parts.slice(0, 5), two.parts.slice(5, 8), two.parts.slice(8)];
    const grown = await Promise.all(pieces.map((parts) => told(answer(...parts))));
    expect(JSON.stringify(grown.flat())).toBe(JSON.stringify(await told(two)));
  });

  it("keeps a name that would close marks, or begin a line, on its line", async () => {
    const [, , shown] = await told(answer(STEP, call("a"), picture("a", 'x"\n</attached-file>.png')));
    expect(JSON.stringify(shown?.content[0])).not.toMatch(/<\/attached-file>|[^\\]\\n/);
  });

  test.each([
    ["a mark that is none", { braid: "a" }],
    ["the mark of somebody else", { other: { tool_call_id: "a" } }],
    ["no mark", undefined],
  ])("is a file that a model has made where it has %s", async (_, providerMetadata) => {
    const made = { ...picture("a"), providerMetadata } as BraidPart;
    expect(rolesOf(await told(answer(STEP, call("a"), made)))).toEqual(["assistant", "tool"]);
  });

  it("is not fetched from the address that an imported session gives it", async () => {
    const forged = { ...picture("a"), url: "https://elsewhere.example/a.png" } as BraidPart;
    const messages = await told(answer(STEP, call("a"), forged));
    expect(rolesOf(messages)).toEqual(["assistant", "tool"]);
    expect(JSON.stringify(messages)).not.toContain("elsewhere");
  });

  it("counts with the output that it belongs to, and goes when that is cleared", async () => {
    const { parts } = answer(STEP, call("a"), picture("a"), call("b"));
    const [a, b] = outputsIn({ id: "msg_1" as never, parts });
    expect(a?.characters).toBe((b?.characters ?? 0) + 6000);
    expect(a?.left).toEqual({ middle: a?.characters, cleared: b?.characters });
    const marks = (level: "middle" | "cleared") => [{ index: 1, level, at: 1 }] as never;
    expect(prunedParts(parts, marks("middle"))).toEqual(parts);
    const cleared = prunedParts(parts, marks("cleared"));
    expect(cleared).toHaveLength(parts.length);
    const messages = await told(answer(...cleared));
    expect(rolesOf(messages)).toEqual(["assistant", "tool"]);
    expect(JSON.stringify(messages[1])).toContain("a.png is an image.\\n[The file is left out.]");
    expect(JSON.stringify(messages[1])).not.toContain("b.png is an image.\\n");
  });
});
