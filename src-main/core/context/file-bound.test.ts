import type { LanguageModelV3FilePart, LanguageModelV3Message } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import { pictureMetadata } from "../../../src-preload/contract/domain/tool-pictures";
import { filesLeftOut, MOST_FILE_BYTES, MOST_FILES } from "./file-bound";

const MB = 1_000_000;
const sha = (n: number) => n.toString(16).padStart(64, "0");
const file = (n: number, ofTool: boolean): LanguageModelV3FilePart => ({
  type: "file",
  mediaType: "image/png",
  data: new URL(blobUrl(sha(n))),
  ...(ofTool ? { providerOptions: pictureMetadata({ tool_call_id: "a" }) } : {}),
});
/** Messages with files of these numbers, each as a tool's or as the user's own. */
const by = (kind: "tool" | "user", ...files: number[]): LanguageModelV3Message => ({
  role: "user",
  content: [{ type: "text", text: "…" }, ...files.map((n) => file(n, kind === "tool"))],
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

const NOTHING_KEPT = { sizeOf: () => undefined, pagesOf: () => 0 };

function left(
  prompt: LanguageModelV3Message[],
  size: (n: number) => number | undefined = () => 1000,
  pages: (n: number) => number = () => 0,
): number[] {
  const number = (sha256: string) => Number.parseInt(sha256, 16);
  const out = filesLeftOut(prompt, {
    sizeOf: (sha256) => size(number(sha256)),
    pagesOf: (sha256) => pages(number(sha256)),
  });
  return [...out].map(({ data }) => Number.parseInt(String(data).slice(-64), 16)).toSorted((a, b) => a - b);
}

describe("[AG-7] the files of a request", () => {
  it("all go along up to the bounds", () => {
    expect(left(range(0, MOST_FILES).map((n) => by("tool", n)))).toEqual([]);
    expect(
      left(
        range(0, 4).map((n) => by("tool", n)),
        () => MOST_FILE_BYTES / 4,
      ),
    ).toEqual([]);
    expect(left([{ role: "system", content: "Hello" }])).toEqual([]);
  });

  it("beyond the count, the oldest are left out, down to half", () => {
    expect(left(range(0, MOST_FILES + 1).map((n) => by("tool", n)))).toEqual(range(0, 11));
  });

  it("beyond the bytes, the oldest are left out, and the newest goes along whatever its size", () => {
    const sizes = [5 * MB, 5 * MB, 5 * MB];
    expect(left([by("tool", 0, 1, 2)], (n) => sizes[n] ?? 0)).toEqual([0, 1]);
    expect(left([by("tool", 0), by("tool", 1)], (n) => (n === 1 ? 30 * MB : 1))).toEqual([0]);
  });

  it("beyond the pages of PDFs that tools have read, the oldest are left out", () => {
    const pdf = (n: number, pages: number): LanguageModelV3Message => ({
      role: "user",
      content: [
        {
          ...file(n, true),
          mediaType: "application/pdf",
          providerOptions: pictureMetadata({ tool_call_id: "a", pages }),
        },
      ],
    });
    expect(left([pdf(0, 40), pdf(1, 60)])).toEqual([]);
    expect(left([pdf(0, 40), pdf(1, 40), pdf(2, 40)])).toEqual([0, 1]);
    expect(left([pdf(0, 40), pdf(1, 100)])).toEqual([0]);
  });

  it("beyond the pages of PDFs, those that users attached count as well, but what was sent last goes along", () => {
    const pdf = (...files: number[]): LanguageModelV3Message => ({
      role: "user",
      content: files.map((n) => ({ ...file(n, false), mediaType: "application/pdf" })),
    });
    const pages = [60, 60, 101];
    const size = () => 1000;
    const pagesOf = (n: number) => pages[n] ?? 0;
    expect(left([pdf(0), pdf(1)], size, pagesOf)).toEqual([0]);
    expect(left([pdf(0, 1)], size, pagesOf)).toEqual([]);
    expect(left([pdf(2), { role: "user", content: [] }], size, pagesOf)).toEqual([]);
    expect(left([pdf(2), by("user", 3)], size, pagesOf)).toEqual([2]);
    // A picture has no pages, whatever a name in the prompt says.
    expect(left([by("user", 0), by("user", 1)], size, pagesOf)).toEqual([]);
  });

  it("the boundary stays where it is while the next files come", () => {
    const outs = range(21, 31).map((count) => left(range(0, count).map((n) => by("tool", n))).length);
    expect(outs).toEqual(Array(10).fill(11));
    expect(left(range(0, 32).map((n) => by("tool", n))).length).toBe(22);
  });

  it("what the user sent last is never left out, whatever tools have read since", () => {
    const prompt = [by("user", 0, 1), by("user", 2, 3), ...range(4, 40).map((n) => by("tool", n))];
    const out = left(prompt);
    expect(out).toEqual(expect.arrayContaining([0, 1]));
    expect(out).not.toEqual(expect.arrayContaining([2]));
    expect(out).not.toEqual(expect.arrayContaining([3]));
    expect(out).not.toContain(39);
    expect(40 - out.length).toBeLessThanOrEqual(MOST_FILES);
    const large = left(
      [by("tool", 9), by("user", ...range(0, 4)), { role: "user", content: [] }],
      () => 10 * MB,
    );
    expect(large).toEqual([9]);
  });

  it("bytes that stand in the prompt itself count, and files that are gone do not", () => {
    const inline = (bytes: number): LanguageModelV3Message => ({
      role: "user",
      content: [{ type: "file", mediaType: "image/png", data: "A".repeat((bytes * 4) / 3) }],
    });
    expect(filesLeftOut([inline(9 * MB), inline(9 * MB)], NOTHING_KEPT).size).toBe(1);
    const gone = range(1, MOST_FILES + 1).map((n) => by("tool", n));
    expect(left([by("tool", 0), ...gone], (n) => (n === 0 ? 1000 : undefined))).toEqual([]);
  });
});
