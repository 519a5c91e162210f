/**
 * Texts that explode, in real threads under the budget that the window gives: each is drawn within its bounds or refused, none holds the
 * thread that cuts it, and after each the next is drawn.
 */
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { bundledLanguagesInfo } from "shiki/langs";
import { afterAll, describe, expect, it } from "vitest";
import { childScript } from "../../src-main/store/testing/child-script";
import { type Block, MarkdownBlocks } from "../../src-renderer/features/chat/markdown/blocks";
import { ReferenceReader } from "../../src-renderer/features/chat/markdown/references";
import { BudgetedWorker, type Outcome } from "../../src-renderer/features/chat/markdown/work/budgeted-worker";
import type { CodeToColour, ColouredCode } from "../../src-renderer/features/chat/markdown/work/colour";
import {
  type BlockToDraw,
  type DrawnBlock,
  MOST_NODES,
} from "../../src-renderer/features/chat/markdown/work/draw";
import { evilCode, explodingTexts } from "../fixtures/exploding";

/** Milliseconds of a thread's time, a fraction of the window's: what does not end is waited for that long. */
const BUDGET = 300;
/** As the window gives it: a slow machine is not a text without end. */
const WHOLE_BUDGET = 2_000;
/** For what ends at once, in a thread that has just begun: how long that takes is not the question. */
const PLENTY = 60_000;
/** `BRAID_EXPLODING=all` asks for all languages and for the whole of all texts here, and for all texts in `e2e/faults/exploding.spec.ts`. */
const ALL = process.env.BRAID_EXPLODING === "all";
/**
 * Most texts that are too long are refused because of their time alone, and each of those costs its budget and a new thread. So without
 * `ALL` one in so many is drawn whole. Of the others a beginning is drawn that a thread has time for: its result is looked at. Of code in
 * other languages nothing is: loading their grammars is what takes the time. Half a formula is none, and all of them are short.
 */
const WHOLE_ONE_IN = 4;
const BEGINNING = 1_000;
/** Cases of each fuzz, and the seconds after which it ends early. `BRAID_FUZZ_SECONDS` asks for as many cases as fit into that time. */
const FUZZ_CASES = process.env.BRAID_FUZZ_SECONDS ? 1_000_000 : 100;
const FUZZ_SECONDS = Number(process.env.BRAID_FUZZ_SECONDS ?? 10);

const threads = new Set<Worker>();

function started<Input, Result>(kind: "markdown" | "code"): BudgetedWorker<Input, Result> {
  return new BudgetedWorker(({ heard, failed }) => {
    const thread = new Worker(childScript("drawing-child"), { workerData: kind });
    threads.add(thread);
    thread.on("message", heard);
    thread.on("error", failed);
    return {
      post: (message) => thread.postMessage(message),
      end: () => {
        threads.delete(thread);
        void thread.terminate();
      },
    };
  });
}

const markdown = started<BlockToDraw, DrawnBlock>("markdown");
const code = started<CodeToColour, ColouredCode>("code");

afterAll(async () => {
  await Promise.all([...threads].map((thread) => thread.terminate()));
});

const draw = (text: string, before = "", open = false, budget = BUDGET): Promise<Outcome<DrawnBlock>> =>
  new Promise((tell) => {
    markdown.ask({ input: { text, before, open, scale: 1 }, budget, tell });
  });

let blocks = 0;
const colour = (info: string, text: string, budget = BUDGET): Promise<Outcome<ColouredCode>> =>
  new Promise((tell) => {
    blocks += 1;
    code.ask({ input: { block: blocks, info, from: 0, code: text }, budget, tell });
  });

/** Milliseconds that the process computed; nothing else computes meanwhile. */
function computed(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The page's own work on a text, before it asks the workers. */
function cut(text: string): { block: Block; before: string }[] {
  const { settled } = new MarkdownBlocks().of(text, true);
  const references = new ReferenceReader().of(settled, undefined, true);
  return settled.map((block) => ({ block, before: references.before(block) }));
}

/** The largest of each kind: the others are like them. */
function some(all: readonly { block: Block; before: string }[]) {
  const bySize = all.toSorted((one, other) => other.block.source.length - one.block.source.length);
  return bySize.filter(({ block }, at) => bySize.findIndex((one) => one.block.kind === block.kind) === at);
}

interface Counts {
  drawn: number;
  refused: number;
}

/** Asks for the largest blocks of a text; where one was refused because of its time, words are drawn after it. */
async function expectBounded(name: string, text: string, counts: Counts): Promise<void> {
  const outcomes = await Promise.all(
    some(cut(text)).map(({ block, before }) =>
      block.kind === "code" ? colour(block.info, block.code.slice(0, 6_000)) : draw(block.source, before),
    ),
  );
  for (const outcome of outcomes) {
    expect(outcome.type, name).not.toBe("failed");
    counts[outcome.type === "done" ? "drawn" : "refused"] += 1;
    if (outcome.type === "done" && "nodes" in outcome.result)
      expect(outcome.result.nodes, name).toBeLessThanOrEqual(MOST_NODES);
  }
  if (outcomes.some(({ type }) => type === "over"))
    expect((await draw("*Words.*", "", false, PLENTY)).type, `words after ${name}`).toBe("done");
}

describe("texts that explode", () => {
  const texts = explodingTexts();
  // Compiling the code once is not counted for any text.
  for (const { text } of texts) cut(text.slice(0, 20_000));

  it("are more than a hundred and twenty", () => {
    expect(texts.length).toBeGreaterThan(120);
  });

  it("are cut in a time that follows their length and their blocks", () => {
    const slow = texts.flatMap(({ name, text }) => {
      // A collection of garbage may fall into one try: a text that is slow is slow in each.
      const bound = 50 + text.length / 2_000 + cut(text).length / 25;
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 8 && least >= bound; tries++)
        least = Math.min(
          least,
          computed(() => cut(text)),
        );
      return least < bound ? [] : [`${name}: ${least} ms`];
    });
    expect(slow).toEqual([]);
  });

  it("are drawn within their bounds, or refused; and after each, words are drawn", {
    timeout: 600_000,
  }, async () => {
    const counts = { drawn: 0, refused: 0 };
    for (const [at, { name, text }] of texts.entries()) {
      const isWhole = ALL || at % WHOLE_ONE_IN === 3 || name.startsWith("a formula: ");
      if (!isWhole && name.startsWith("code: ")) continue;
      await expectBounded(name, isWhole ? text : text.slice(0, BEGINNING), counts);
    }
    expect(counts.drawn).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(3);
  });

  it("in any language that has colours are coloured or left, and the next is coloured", {
    timeout: 600_000,
  }, async () => {
    const left: string[] = [];
    // The grammars that are known to be slow have texts of their own above.
    const languages = bundledLanguagesInfo.filter((_, at) => ALL || at % 20 === 0);
    for (const { id } of languages) {
      const evil = evilCode(id).slice(0, 3_000);
      let outcome = await colour(id, evil);
      if (outcome.type === "over") outcome = await colour(id, evil, WHOLE_BUDGET);
      expect(outcome.type, id).not.toBe("failed");
      if (outcome.type === "over") left.push(id);
    }
    const after = await colour("ts", "const a = 1;", PLENTY);
    expect(after.type === "done" && after.result.lines[0]).toContainEqual({
      text: "const",
      kind: "token-keyword".slice("token-".length),
    });
    expect(left.length, left.join(", ")).toBeLessThan(languages.length / 3);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      "*",
      "_",
      "**",
      "`",
      "```\n",
      "[",
      "](",
      ")",
      "![",
      "$",
      "$$",
      "\\(",
      "\\[",
      "\\]",
      "|",
      "|-|\n",
      "> ",
      "- ",
      "1. ",
    ],
    ...[
      "\n",
      "\n\n",
      "    ",
      "# ",
      "[^a]",
      "[^a]: ",
      "[a]: b\n",
      "<",
      "<b>",
      "<!--",
      "&amp;",
      "~~",
      "www.a.b",
      "a@b.c",
      "\\",
      "\u200d",
      "😀",
    ],
  ),
  fc.string({ maxLength: 6 }),
);
const tex = fc.constantFrom(
  ...[
    "\\frac",
    "\\sqrt",
    "{",
    "}",
    "^",
    "_",
    "x",
    "\\left(",
    "\\right)",
    "\\begin{matrix}",
    "\\end{matrix}",
    "&",
    "\\\\",
    "\\text{",
  ],
  ...[
    "\\def\\a{",
    "\\a",
    "\\over",
    "\\color{red}",
    "'",
    "\\sum",
    "\\overline",
    "\\mathbf",
    "\\quad",
    "\\limits",
    "\\tag{1}",
    "\\href{x}{y}",
  ],
);
const manyOf = (one: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(one, fc.integer({ min: 1, max: 40 })), { maxLength: 30 }).map((pieces) =>
    pieces
      .map(([text, times]) => text.repeat(times))
      .join("")
      .slice(0, 6_000),
  );

describe("whatever is written", () => {
  const options = { interruptAfterTimeLimit: FUZZ_SECONDS * 1_000, numRuns: FUZZ_CASES };
  const bounded = async (text: string) => {
    const outcome = await draw(text);
    expect(outcome.type).not.toBe("failed");
    if (outcome.type === "done") expect(outcome.result.nodes).toBeLessThanOrEqual(MOST_NODES);
  };

  it("as Markdown is drawn within its bounds or refused, while it grows too", {
    timeout: 180_000 + FUZZ_SECONDS * 1_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(manyOf(piece), async (text) => {
        for (const { block, before } of some(cut(text))) {
          await draw(block.source, before, true);
          await bounded(block.source);
        }
      }),
      options,
    );
  });

  it("as a formula is drawn within its bounds or refused", {
    timeout: 180_000 + FUZZ_SECONDS * 1_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(manyOf(tex), (text) => bounded(`Words $$${text}$$`)),
      options,
    );
  });
});
