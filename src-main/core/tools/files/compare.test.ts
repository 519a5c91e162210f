import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { childScript } from "../../../store/testing/child-script";
import { compare } from "./compare";
import { compareInThread } from "./compare-thread";

const path = "/work/a.txt";
const bytes = (text: string | Uint8Array | undefined) =>
  typeof text === "string" ? Buffer.from(text) : text;
const compared = (before: string | Uint8Array | undefined, after: string | Uint8Array | undefined) =>
  compare({ path, before: bytes(before), after: bytes(after) });

const UTF_16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Hëllo\n", "utf16le")]);

describe("[RW-5] two contents of a file are compared", () => {
  it("line by line, from before the turns to now", async () => {
    expect(await compared("a\nb\nc\n", "a\nB\nc\nd\n")).toEqual({
      diff: { path, patch: "@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d", added: 2, removed: 1 },
    });
  });

  it("with all lines of a file that is new, and of one that is gone", async () => {
    expect(await compared(undefined, "a\nb\n")).toEqual({
      diff: { path, patch: "@@ -0,0 +1,2 @@\n+a\n+b", added: 2, removed: 0, created: true },
    });
    expect(await compared("a\n", undefined)).toEqual({
      diff: { path, patch: "@@ -1,1 +0,0 @@\n-a", added: 0, removed: 1 },
    });
  });

  it("where only the ends of lines changed, and where the last line has none", async () => {
    expect(await compared("a\r\nb\r\n", "a\r\nb\n")).toEqual({
      diff: { path, patch: "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b", added: 1, removed: 1 },
    });
    expect(await compared("a", "a\n")).toEqual({
      diff: {
        path,
        patch: "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a",
        added: 1,
        removed: 1,
      },
    });
  });

  it("in UTF-16 as well, and says where only the encoding is another", async () => {
    expect(await compared("Hallo\n", UTF_16)).toMatchObject({ diff: { added: 1, removed: 1 } });
    expect(await compared("Hëllo\n", UTF_16)).toEqual({ none: "only-bytes" });
    expect(await compared("\uFEFFa\n", "a\n")).toEqual({ none: "only-bytes" });
  });

  it("unless one side is no text, or the only side is empty", async () => {
    expect(await compared("text\n", Uint8Array.of(0xe4, 0x0a))).toEqual({ none: "no-text" });
    expect(await compared(Uint8Array.of(0x50, 0x4b, 0x00), "text\n")).toEqual({ none: "no-text" });
    expect(await compared(undefined, "")).toEqual({ none: "empty" });
    expect(await compared("", undefined)).toEqual({ none: "empty" });
    expect(await compared("", "a\n")).toMatchObject({ diff: { added: 1, removed: 0 } });
  });

  it("unless more than a million characters differ", async () => {
    const long = (letter: string) => `${letter.repeat(99)}\n`.repeat(10_001);
    expect(await compared(long("a"), long("b"))).toEqual({ none: "too-large" });
    expect(await compared(`${long("a")}b\n`, `${long("a")}c\n`)).toMatchObject({
      diff: { added: 1, removed: 1 },
    });
  });
});

describe("the thread of a comparison", () => {
  const compare_file = pathToFileURL(childScript("compare-worker"));

  it("answers with the diff, and leaves the small buffers of others alone", async () => {
    const shared = Buffer.from("a\n");
    const large = Buffer.alloc(1_000_000, "a\n");
    expect(await compareInThread({ path, before: shared, after: large }, { compare_file })).toMatchObject({
      none: "too-large",
    });
    expect(
      await compareInThread({ path, before: shared, after: Buffer.from("b\n") }, { compare_file }),
    ).toEqual({ diff: { path, patch: "@@ -1,1 +1,1 @@\n-a\n+b", added: 1, removed: 1 } });
    expect(shared.toString()).toBe("a\n");
    expect(large.byteLength).toBe(0);
  });

  it("is one of two at once, and a comparison that finds none fails in words", async () => {
    const missing = new URL("file:///nowhere/compare-worker.js");
    const files = [missing, compare_file, missing, compare_file, missing];
    const answers = await Promise.all(
      files.map((file) =>
        compareInThread({ path, before: undefined, after: Buffer.from("a\n") }, { compare_file: file }),
      ),
    );
    const made = { diff: { path, patch: "@@ -0,0 +1,1 @@\n+a", added: 1, removed: 0, created: true } };
    const failed = { none: "failed" };
    expect(answers).toEqual([failed, made, failed, made, failed]);
  });
});
