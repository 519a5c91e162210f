import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import type { MessageId, SessionId } from "../../../../src-preload/contract/domain/ids";
import { countMatches, foldQuery } from "../../../../src-preload/contract/domain/matching";
import {
  type BraidPart,
  type StoredMessage,
  TOOL_ENDS,
} from "../../../../src-preload/contract/domain/messages";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import "../../../platform/language/rest-words";
import { hasSource, isInParts, sourceOf } from "../../../thread/message-source";
import {
  announcedOf,
  findableOf,
  hasContent,
  isAlone,
  kindOf,
  type PartKind,
  registerPartKinds,
} from "../../../thread/parts";
import { mainThread } from "../../../thread/thread";
import { messageActions } from "../message-actions";
import { MessageParts } from "../message-parts";
import { partKinds } from ".";
import { unknownPart } from "./unknown";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
});

// Drawn without a page, the stores have no snapshots of a server.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}));

const message = (...parts: BraidPart[]): StoredMessage => ({
  id: "msg_1" as MessageId,
  session_id: "ses_1" as SessionId,
  role: "assistant",
  metadata: {},
  parts,
  created_at: 0,
});

const text = (words: string): BraidPart => ({ type: "text", text: words, state: "done" });
const thought: BraidPart = { type: "reasoning", text: "A thought", state: "done" };
const weather: BraidPart = { type: "data-weather", data: { sky: "Partly cloudy" } };

const summary: BraidPart = {
  type: "data-compaction",
  data: { summary: "So far", tail_start_id: "msg_2", op_id: "top_1" },
};

const left: BraidPart = { type: "data-left-summary", data: { summary: "What was left", turns: 2 } };

const needed: BraidPart = {
  type: "data-permission",
  id: "apr_1",
  data: {
    tool_call_id: "4",
    tool_name: "write",
    needs: [],
    answer: { decision: "once", word: "Go on", at: 0 },
  },
};

const asked: BraidPart = {
  type: "data-question",
  id: "apr_2",
  data: {
    tool_call_id: "5",
    questions: [{ question: "Which one?", options: [{ label: "Left" }, { label: "Right" }] }],
    answer: { answers: [["Right"]], at: 0 },
  },
};

const drawn = (...parts: BraidPart[]) =>
  renderToStaticMarkup(<MessageParts message={message(...parts)} live={false} />);

afterEach(() => registerPartKinds(partKinds, unknownPart));

it("a kind in one object is drawn, copied, found, announced and listed with its action", () => {
  const skyOf = (part: BraidPart) => ("data" in part ? (part.data as { sky: string }).sky : "");
  const run = vi.fn();
  const kind: PartKind = {
    matches: (part): part is BraidPart => part.type === "data-weather",
    Draw: ({ part }) => <p className="text weather">{skyOf(part)}</p>,
    height: () => 100,
    source: (part) => `Weather: ${skyOf(part)}`,
    findable: (part) => [{ text: skyOf(part) }],
    announced: skyOf,
    actions: [{ id: "details", icon: () => null, row: true, offered: hasWeather, run }] as never,
  };
  function hasWeather({ message: { parts } }: { message: StoredMessage }) {
    return parts.some((part) => kind.matches(part));
  }
  const before = messageActions().length;
  registerPartKinds([...partKinds, kind], unknownPart);

  expect(drawn(text("It is"), weather)).toContain('<p class="text weather">Partly cloudy</p>');
  expect(kindOf(weather).height?.(weather)).toBe(100);
  expect(sourceOf(message(text("It is"), weather))).toBe("It is\n\nWeather: Partly cloudy");
  expect(countMatches(findableOf(message(weather)), "assistant", foldQuery("CLOUDY"))).toBe(1);
  expect(announcedOf(message(text("It is"), weather)).join(" ")).toBe("It is Partly cloudy");
  const added = messageActions().filter((action) => action.run === run);
  expect(messageActions()).toHaveLength(before + 1);
  expect(added[0]?.offered({ message: message(weather), live: false }, mainThread)).toBe(true);
  expect(added[0]?.offered({ message: message(thought), live: false }, mainThread)).toBe(false);
});

it("a part of a kind that nobody knows is named, and neither copied, found nor announced", () => {
  expect(drawn(weather)).toContain("data-weather");
  expect(hasContent(message(weather))).toBe(true);
  expect(hasSource(message(weather))).toBe(false);
  expect([...findableOf(message(weather)), ...announcedOf(message(weather))]).toEqual([]);
});

it("each file of this folder is a kind, and every part of the SDK has one", () => {
  const known: BraidPart[] = [
    text("Words"),
    thought,
    { type: "step-start" },
    { type: "file", url: "data:,", mediaType: "text/plain", filename: "notes.txt" },
    { type: "source-url", sourceId: "1", url: "https://example.org/", title: "An example" },
    { type: "source-document", sourceId: "2", mediaType: "application/pdf", title: "A paper" },
    { type: "tool-read", toolCallId: "3", state: "output-available", input: {}, output: "read" },
    { type: "dynamic-tool", toolName: "write", toolCallId: "4", state: "input-available", input: {} },
    summary,
    left,
    needed,
    asked,
    {
      type: "data-output-summary",
      id: "3",
      data: { tool_call_id: "3", summary: "In short", kept_path: "/kept" },
    },
    { type: "data-carried", data: { entry: { type: "custom" } } },
    { type: "data-told", data: { from: "chatgpt", kind: "file", text: "cake.png" } },
  ];
  const kinds = known.map(kindOf);
  expect(kinds).not.toContain(unknownPart);
  expect(new Set(kinds)).toEqual(new Set(partKinds));
  const page = drawn(...known);
  for (const words of [
    "Words",
    "Thought",
    "notes.txt",
    "An example",
    "A paper",
    "read",
    "write",
    "Go on",
    "Right",
  ])
    expect(page).toContain(words);
});

it.each([
  ["[CP-3]", summary],
  ["[RW-8]", left],
])(
  "%s a summary is a note and no answer: not copied, found, announced, tried again or branched from",
  (_, part) => {
    const synthetic = { ...message(part), metadata: { synthetic: true } };
    expect(isAlone(synthetic)).toBe(true);
    expect(isAlone({ ...synthetic, parts: [], away: true })).toBe(true);
    expect(isAlone(message(text("Said")))).toBe(false);
    expect(isAlone({ ...message(), away: true })).toBe(false);
    expect(hasSource(synthetic)).toBe(false);
    expect([...findableOf(synthetic), ...announcedOf(synthetic)]).toEqual([]);
    const value = { message: synthetic, live: false };
    expect(messageActions().filter(({ offered }) => offered(value, mainThread))).toEqual([]);
  },
);

it.each(["data-compaction", "data-left-summary"] as const)(
  "[CP-3, RW-8] a damaged summary is a part of an unknown kind: %s",
  (type) => {
    const damaged: BraidPart = { type, data: { summary: 1 } };
    expect(isAlone({ ...message(damaged), metadata: { synthetic: true } })).toBe(false);
    expect(drawn(damaged)).toContain(type);
  },
);

it("an answered question is found, copied and announced, with its answer; a permission is not", () => {
  const words = "Which one?\nRight";
  expect(sourceOf(message(asked, needed))).toBe(words);
  expect(findableOf(message(asked, needed))).toEqual([
    { text: words, exact: true },
    { text: "Go on", exact: true },
  ]);
  expect(announcedOf(message(asked, needed))).toEqual([words]);
  expect(drawn(asked)).toContain('class="text"');
  expect(drawn(needed)).toContain('Allowed once: <span data-findable="">Go on</span>');
});

it.each(["data-permission", "data-question"] as const)(
  "a damaged question is a part of an unknown kind: %s",
  (type) => {
    const damaged: BraidPart = { type, id: "apr_3", data: { tool_call_id: 1 } };
    expect(drawn(damaged)).toContain(type);
    expect([...findableOf(message(damaged)), ...announcedOf(message(damaged))]).toEqual([]);
  },
);

it("what a search finds in main is what the kinds draw, folded or not", () => {
  const told = (kind: string, text: string) =>
    ({ type: "data-told", data: { from: "chatgpt", kind, text } }) as unknown as BraidPart;
  const failed = { type: "tool-read", toolCallId: "3", state: "output-error", input: {} } as const;
  const shown: [BraidPart, string[]][] = [
    [text("**Said**"), ["**Said**"]],
    [thought, ["A thought"]],
    [{ type: "file", url: "data:,", mediaType: "text/plain", filename: "notes.txt" }, ["notes.txt"]],
    [{ type: "file", url: `blob:${"0".repeat(64)}`, mediaType: "image/png", filename: "a.png" }, []],
    [{ type: "source-url", sourceId: "1", url: "https://a.example/" }, ["https://a.example/"]],
    [
      {
        type: "dynamic-tool",
        toolName: "bash",
        toolCallId: "4",
        state: "output-available",
        input: { command: "ls -l" },
        output: { text: "- a.txt" },
      },
      ["ls -l", "- a.txt"],
    ],
    [{ ...failed, errorText: "no such file" }, ["{}", "no such file"]],
    [{ ...failed, errorText: TOOL_ENDS.stopped }, ["{}"]],
    [asked, ["Which one?\nRight"]],
    [needed, ["Go on"]],
    [summary, []],
    [told("custom-instructions", " Be short. "), ["Be short."]],
    [told("file", "scan.pdf"), []],
  ];
  for (const [part, texts] of shown) {
    expect(textsToFind(part).map((one) => one.text)).toEqual(texts);
    expect(findableOf(message(part))).toEqual(textsToFind(part));
  }
  const output = textsToFind(shown[5]?.[0] as BraidPart);
  expect(countMatches(output, "assistant", foldQuery("- a.txt"))).toBe(1);
});

it("a message of marks alone is empty; thoughts are drawn and nothing else", () => {
  expect(hasContent(message())).toBe(false);
  expect(hasContent(message({ type: "step-start" }))).toBe(false);
  expect(hasContent(message({ type: "step-start" }, thought))).toBe(true);
  expect(hasSource(message(thought, text(" \n")))).toBe(false);
  expect(sourceOf(message(thought, text("Said")))).toBe("Said");
  expect(isInParts(message(text("x".repeat(1024 * 1024))))).toBe(true);
  expect(isInParts(message(text("x")))).toBe(false);
});

it("a text that was cut for storing is copied as if it had never been", () => {
  const lines = "  a line of many words.\n".repeat(60_000);
  const stored = [0, 1].map((at) => text(lines.slice(at * 1024 * 1024, (at + 1) * 1024 * 1024)));
  expect(sourceOf(message(...stored))).toBe(lines.trim());
});
