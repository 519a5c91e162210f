import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pictureMetadata } from "../../../../src-preload/contract/domain/tool-pictures";
import { readable } from "../readable";
import type { Row, SessionRows, Whole } from "../session-rows";
import { ALL, WORDS as SAY } from "../testing/choices";
import { archivePieces } from "./archive";
import { htmlBeginning, htmlPieces } from "./html";
import { contained, fenced, markdownPieces } from "./markdown";
import { treePieces } from "./tree";

const TIME = 1_700_000_000_000;

const part = (data: { type: string } & Record<string, unknown>): Row => ({
  type: data.type,
  data_json: JSON.stringify(data),
});
const message = (
  id: string,
  role: string,
  parts: Row[],
  more: Partial<Whole["own"]> = {},
  hidden = false,
): Whole => ({
  row: { id, role, metadata_json: "{}", hidden_at: hidden ? TIME : null, created_at: TIME, updated_at: TIME },
  own: { chat_parts: parts, ...more },
});
const text = (words: string) => part({ type: "text", text: words });
const session = (messages: Whole[], ops: Whole[] = []): SessionRows => ({
  row: {
    id: "ses_1",
    title: "A talk",
    model_json: null,
    parent_id: null,
    workspace_root: null,
    created_at: TIME,
    updated_at: TIME,
  },
  own: {},
  ops,
  messages,
  named: () => ({}),
});
const joined = (pieces: Iterable<string>) => [...pieces].join("");

/** Texts that try to break out of what holds them. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "```",
        "````",
        "~~~",
        "   ```js",
        "\n",
        "\r\n",
        "<!--",
        "</details>",
        "<details>",
        "`<pre>`",
      ),
      fc.constantFrom(
        "<script>alert(1)</script>",
        "&lt;",
        '"',
        "'",
        "]]>",
        "\0",
        "# heading",
        "<![CDATA[",
        "\ud800",
      ),
      fc.string(),
    ),
  )
  .map((pieces) => pieces.join(""));

/** The content of the first fence of a text, read as CommonMark says. */
function firstFence(markdown: string): string {
  const lines = markdown.split("\n");
  const begin = lines.findIndex((line) => /^`{3,}/.test(line));
  const fence = /^`+/.exec(lines[begin] ?? "")?.[0] ?? "";
  const end = lines.findIndex(
    (line, at) => at > begin && new RegExp(`^ {0,3}\`{${fence.length},}\\s*$`).test(line),
  );
  return lines.slice(begin + 1, end).join("\n");
}

describe("Markdown", () => {
  test("[SE-6a] a fence holds any text whole", () => {
    fc.assert(
      fc.property(nasty, (said) => {
        const expected = said.endsWith("\n") ? said.slice(0, -1) : said;
        expect(firstFence(`${fenced(said)}\nafter\n\`\`\`\nmore\n\`\`\``)).toBe(expected);
      }),
    );
  });

  test("[SE-6a] what was said never swallows what follows it", () => {
    fc.assert(
      fc.property(nasty, (said) => {
        const lines = contained(said).split("\n");
        let open: string | undefined;
        for (const line of lines) {
          const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
          if (open !== undefined) {
            if (fence?.startsWith(open) && line.trim() === fence) open = undefined;
          } else if (fence !== undefined) open = fence;
          else expect(line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, "")).not.toMatch(/<!--|<\/?details/);
        }
        expect(open).toBeUndefined();
      }),
    );
  });

  test("[SE-6a] turns have headings; reasoning is folded; hidden turns are marked or left out", () => {
    const rows = () =>
      session([
        message("msg_1", "user", [text("Why?")]),
        message("msg_2", "assistant", [part({ type: "reasoning", text: "Hm." }), text("Because.")], {}, true),
        message("msg_3", "assistant", [
          part({
            type: "tool-bash",
            toolCallId: "c",
            state: "output-available",
            input: { command: "ls" },
            output: { text: "a" },
          }),
        ]),
      ]);
    const all = joined(markdownPieces(readable(rows(), ALL), SAY, () => undefined));
    expect(all).toContain("## You\n");
    expect(all).toContain("## Model · hidden\n");
    expect(all).toContain("<summary>Reasoning</summary>\n\nHm.\n\n</details>");
    expect(all).toContain(
      '**Tool: bash**\n\nInput:\n\n```\n{\n  "command": "ls"\n}\n```\n\nOutput:\n\n```\na\n```',
    );
    const bare = { hidden: false, sidecars: false, reasoning: false, tools: false, attachments: false };
    const less = joined(markdownPieces(readable(rows(), bare), SAY, () => undefined));
    expect(less).toContain("Why?");
    expect(less).not.toMatch(/Because|Hm\.|bash/);
  });
});

test("[SE-6a] HTML holds whatever people and tools have said as text: no element, no attribute, no address of it", () => {
  fc.assert(
    fc.property(nasty, nasty, (said, title) => {
      const parts = [text(said), part({ type: "tool-x", input: said })];
      const file = part({
        type: "file",
        url: "javascript:alert(1)",
        mediaType: said,
        filename: title,
      });
      const rows = { ...session([message("msg_1", "user", [...parts, file])]) };
      const means = { say: SAY, bytes: () => undefined, draw: () => "" };
      const html = joined(htmlPieces({ ...readable(rows, ALL), title, model: said }, means));
      const own =
        /<\/?(?:h1|h2|p|time|article|header|div|details|summary|strong|pre|span)(?: (?:class="[a-z]+"|dir="auto"|datetime="[0-9T:.Z-]+"))*>/g;
      expect(html.replace(own, "")).not.toMatch(/[<>"']/);
    }),
  );
  const head = htmlBeginning('"><script>', SAY);
  expect(head).toContain("default-src &#39;none&#39;");
  expect(head).not.toContain("<script>");
});

test("[SE-6a] a picture that a tool has read has a name, and is left out with the calls", () => {
  const url = `blob:${"a".repeat(64)}`;
  const providerMetadata = pictureMetadata({ tool_call_id: "c1", filename: "chart.png" });
  const picture = part({ type: "file", url, mediaType: "image/png", providerMetadata });
  const rows = session([message("msg_1", "assistant", [picture, text("So.")])]);
  const told = (tools: boolean) =>
    joined(markdownPieces(readable(rows, { ...ALL, tools }), SAY, () => "files/1.png"));
  expect(told(true)).toContain("![chart.png](<files/1.png>)");
  expect(told(false)).not.toContain("chart.png");
  expect(told(false)).toContain("So.");
});

test("[SE-6a] words beside what was said have their name; those of tools go with the calls", () => {
  const told = (data: unknown) => part({ type: "data-told", data });
  const call = { tool_call_id: "c1", tool_name: "bash", needs: [] };
  const rows = () =>
    session([
      message("msg_1", "user", [
        told({ from: "chatgpt", kind: "custom-instructions", text: "I am a baker." }),
        told({ from: "chatgpt", kind: "a *kind*", text: "in the air" }),
        told({ from: "claude", kind: "file", text: "scan.pdf" }),
        ...[told(null), told({ kind: "file" }), part({ type: "data-told" })],
        text("Hello."),
      ]),
      message("msg_2", "assistant", [
        told({ kind: "reasoning_recap", text: "Thought for an hour" }),
        part({
          type: "data-output-summary",
          id: "c1",
          data: { tool_call_id: "c1", summary: "In short.", kept_path: "/kept" },
        }),
        part({
          type: "data-permission",
          id: "a",
          data: { ...call, answer: { decision: "deny", word: "Not now.", at: 0 } },
        }),
        part({ type: "data-permission", id: "b", data: { ...call, answer: { decision: "once", at: 0 } } }),
        part({ type: "data-carried", data: { entry: "kept aside" } }),
        part({ type: "data-newer", data: { words: "of a newer Braid" } }),
        text("So."),
      ]),
    ]);
  const markdown = (more: object) =>
    joined(markdownPieces(readable(rows(), { ...ALL, ...more }), SAY, () => undefined));
  const all = markdown({});
  expect(all).toContain("**Instructions**\n\nI am a baker.");
  expect(all).toContain("**Imported: a \\*kind\\***\n\nin the air");
  expect(all).toContain("Attachment: scan.pdf");
  expect(all).toContain("<summary>Reasoning</summary>\n\nThought for an hour");
  expect(all).toContain("**Summary of an output**\n\nIn short.");
  expect(all).toContain("**Your word**\n\nNot now.");
  expect(all).toContain("of a newer Braid");
  expect(all.match(/Your word/g)).toHaveLength(1);
  expect(all).not.toContain("kept aside");
  expect(markdown({ tools: false })).not.toMatch(/In short|Not now/);
  expect(markdown({ reasoning: false })).not.toContain("an hour");
  const page = joined(
    htmlPieces(readable(rows(), ALL), { say: SAY, bytes: () => undefined, draw: (words) => words }),
  );
  expect(page).toContain('<div class="aside"><strong>Imported: a *kind*</strong>');
});

test("[SE-6a] a page draws the words of models alone, and paper has no folds", () => {
  const rows = () =>
    session([
      message("msg_1", "user", [text("*as written*")]),
      message("msg_2", "assistant", [part({ type: "reasoning", text: "Hm." }), text("Because.")]),
    ]);
  const means = { say: SAY, bytes: () => undefined, draw: (words: string) => `<p>drawn: ${words}</p>` };
  const page = joined(htmlPieces(readable(rows(), ALL), means));
  expect(page).toContain('<div class="words" dir="auto">*as written*</div>');
  expect(page).toContain("<details><summary>Reasoning</summary><p>drawn: Hm.</p></details>");
  expect(page).toContain("<p>drawn: Because.</p>");
  const printed = joined(htmlPieces(readable(rows(), ALL), { ...means, forPrint: true }));
  expect(printed).toContain("<details open>");
});

test("[SE-6a] the archive of any words is read back as they are", () => {
  fc.assert(
    fc.property(fc.array(nasty), (said) => {
      const messages = said.map((words, at) => message(`msg_${at}`, "user", [text(words)]));
      const told = JSON.parse(joined(archivePieces(session(messages))));
      expect(told.chat_messages).toEqual(messages.map(({ row, own }) => ({ ...row, ...own })));
    }),
  );
});

describe("the tree", () => {
  const linesOf = (rows: SessionRows) =>
    joined(treePieces(rows, () => undefined))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const hide = (op_id: string) => ({ chat_message_hides: [{ op_id }] });
  const rewind = (id: string, after_id: string | null): Whole => ({
    row: { id, cause: "rewind", undone_at: null },
    own: { chat_timeline_forks: [{ op_id: id, after_id, turns: 1 }] },
  });

  test("[SE-6b] a course that was left is a branch, and the last entry is where the session stands", () => {
    const rows = session(
      [
        message("msg_1", "user", [text("a")]),
        message("msg_2", "assistant", [text("b")]),
        message("msg_3", "user", [text("left")], hide("top_1"), true),
        message("msg_4", "assistant", [text("left too")], hide("top_1"), true),
        message("msg_5", "user", [text("c")]),
      ],
      [rewind("top_1", "msg_2")],
    );
    const [header, ...entries] = linesOf(rows);
    expect(header).toMatchObject({ type: "session", version: 3, id: "ses_1", title: "A talk" });
    const said = new Map(entries.map((entry) => [entry.id, entry.message?.content?.[0]?.text]));
    expect(entries.map(({ id, parentId }) => [said.get(id), said.get(parentId)])).toEqual([
      ["a", undefined],
      ["b", "a"],
      ["left", "b"],
      ["left too", "left"],
      ["c", "b"],
      [undefined, "c"],
    ]);
  });

  test("[SE-6b] tools are calls with results behind them, and a summary names the first kept entry", () => {
    const call = {
      type: "tool-bash",
      toolCallId: "c1",
      state: "output-available",
      input: { n: 1 },
      output: { text: "done" },
    };
    const summary = {
      type: "data-compaction",
      data: { summary: "So far.", tail_start_id: "msg_1", op_id: "top_9", auto: true },
    };
    const [, ...entries] = linesOf(
      session([
        message("msg_1", "user", [text("go")]),
        message("msg_2", "assistant", [part(call), part({ type: "step-start" }), text("ok")]),
        message("msg_3", "assistant", [part(summary)]),
      ]),
    );
    expect(entries.map(({ message: said, type }) => said?.role ?? type)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "assistant",
      "compaction",
      "custom",
    ]);
    expect(entries[2].message).toMatchObject({ toolCallId: "c1", content: [{ type: "text", text: "done" }] });
    expect(entries[4]).toMatchObject({ summary: "So far.", firstKeptEntryId: entries[0].id });
  });
});

test("[SE-6c] readers are told what an answer took, and of which session a branch is", () => {
  const usage = { input: 4000, output: 300, reasoning: 100, cache_read: 50, cache_write: 0 };
  const answer = { role: "assistant", model: "big", created_at: 0, hidden: false, labels: [], usage };
  const session = { title: "Copy", model: "big", created_at: 0, parent: "Mother *of* it", sidecar: false };
  const told = { ...session, messages: [{ ...answer, parts: [{ is: "text", text: "Words." } as const] }] };
  const markdown = joined(markdownPieces(told, SAY, () => undefined));
  expect(markdown).toContain("· 4,050 tokens in, 400 out");
  expect(markdown).toContain("· Branch of: Mother \\*of\\* it");
  const html = joined(htmlPieces(told, { say: SAY, bytes: () => undefined, draw: (words) => words }));
  expect(html).toContain('<span class="meta">4,050 tokens in, 400 out</span>');
  expect(html).toContain("· Branch of: <bdi>Mother *of* it</bdi>");
});

test("[SE-6c] an imported usage that is no number is told as none", () => {
  const tokens = (usage: unknown) => {
    const row = {
      role: "assistant",
      hidden_at: null,
      created_at: 0,
      metadata_json: JSON.stringify({ usage }),
    };
    const chat_parts = [{ type: "text", data_json: '{"type":"text","text":"Words."}' }];
    const session = {
      row: { title: "", created_at: 0 },
      own: {},
      ops: [],
      messages: [{ row, own: { chat_parts } }],
    };
    return [...readable(session, ALL).messages][0]?.usage;
  };
  expect(tokens({ input: "many", output: 7, reasoning: null, cache_read: -1 })).toEqual({
    ...{ input: 0, output: 7, reasoning: 0, cache_read: 0, cache_write: 0 },
  });
  for (const none of [null, "x", [], { input: {} }, { input: 0 }]) expect(tokens(none)).toBeUndefined();
});
