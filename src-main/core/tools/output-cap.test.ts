import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, test } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { capped, headAndTail, keptOutputAt, openKept, removeKept, shareKept } from "./output-cap";
import { headOf, shownName, sizeInWords, tailOf } from "./whole-text";

let data_dir = "";
beforeEach(() => {
  data_dir = realpathSync(mkdtempSync(join(tmpdir(), "braid-cap-")));
});
afterEach(() => rmSync(data_dir, { recursive: true }));

const session_id = "ses_0123456789abcdABCDEFGHIJKL" as SessionId;
const BRANCH = "ses_branch";
const call = { session_id, tool_call_id: "call_1" };

it("[AG-1] a text that fits is what the model reads, and nothing is kept", async () => {
  expect(await capped(data_dir, call, "x".repeat(100), 100)).toEqual({ text: "x".repeat(100) });
  expect(readdirSync(data_dir)).toEqual([]);
});

it("[AG-1b] a longer one is kept whole for this user alone, and its head and tail say where", async () => {
  const text = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join("\n");
  const result = await capped(data_dir, call, text, 200);
  const path = result.kept?.path ?? "";
  expect(result.kept?.characters).toBe(text.length);
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  const lines = result.text.split("\n");
  expect(lines[0]).toBe("line 0");
  expect(lines.at(-1)).toBe("line 999");
  expect(result.text).toContain(path);
  // No line is halved.
  for (const line of lines.filter((line) => !line.startsWith("["))) expect(line).toMatch(/^line \d+$/);
  expect(
    lines.filter((line) => line.startsWith("line")).every((line) => text.split("\n").includes(line)),
  ).toBe(true);
});

test.each(["../../../etc/passwd", "a/b", "..", "", "x".repeat(10_000), "nul\0", "C:\\x"])(
  "[AG-1] the id of a call makes no path: %j",
  async (tool_call_id) => {
    const { kept } = await capped(data_dir, { session_id, tool_call_id }, "long text", 4);
    expect(dirname(kept?.path ?? "")).toBe(join(data_dir, "tool-outputs", session_id));
    expect(basename(kept?.path ?? "")).toMatch(/^[0-9a-f]{32}-[0-9a-f]{8}\.txt$/);
  },
);

it("[AG-1] a text of many pieces is kept to the byte, also where a piece would end inside a character", async () => {
  const text = `x${"😀".repeat(300_000)}\uD83D`;
  const { kept } = await capped(data_dir, call, text, 100);
  expect(readFileSync(kept?.path ?? "").equals(Buffer.from(text))).toBe(true);
});

it("a call of the same id later keeps a file of its own", async () => {
  const [first, second] = [
    await capped(data_dir, call, "0123456789", 4),
    await capped(data_dir, call, "9876543210", 4),
  ];
  expect(readFileSync(first.kept?.path ?? "", "utf8")).toBe("0123456789");
  expect(readFileSync(second.kept?.path ?? "", "utf8")).toBe("9876543210");
});

test.each(["..", "a/../..", "", "ses_../x"])("nor does an id of a session that is none: %j", async (id) => {
  const { path, file } = await openKept(data_dir, { session_id: id as SessionId, tool_call_id: "1" });
  await file.close();
  expect(dirname(dirname(path))).toBe(join(data_dir, "tool-outputs"));
  expect(basename(dirname(path))).toMatch(/^[0-9a-f]{32}$/);
});

it("an output that cannot be kept is capped all the same, and the text says so", async () => {
  writeFileSync(join(data_dir, "tool-outputs"), "a file in the place of the folder");
  const result = await capped(data_dir, call, "0123456789", 4);
  expect(result.text).toMatch(/^01\n\[.*6 characters.*could not be kept.*\]\n89$/);
  expect(result).not.toHaveProperty("kept");
});

it("[PM-4] a session's outputs are its own alone", async () => {
  const { kept } = await capped(data_dir, call, "0123456789", 4);
  const path = kept?.path ?? "";
  const at = (where: string, id = session_id as string) => keptOutputAt(data_dir, id, where);
  expect(await at(path)).toBe(path);
  expect(await at(path, "ses_other")).toBeUndefined();
  expect(await at(join(data_dir, "secrets.json"))).toBeUndefined();
  expect(await at(dirname(path))).toBeUndefined();
  expect(await at(join(dirname(path), "x.txt"))).toBeUndefined();
  expect(await at(join(data_dir, "elsewhere", session_id, basename(path)))).toBeUndefined();
  symlinkSync(data_dir, join(data_dir, "link"));
  expect(await keptOutputAt(join(data_dir, "link"), session_id, path)).toBe(path);
});

it("[PM-4] a link that a command has put among them leads nowhere", async () => {
  const { kept } = await capped(data_dir, call, "0123456789", 4);
  const path = kept?.path ?? "";
  writeFileSync(join(data_dir, "secrets.json"), "secret");
  rmSync(path);
  symlinkSync(join(data_dir, "secrets.json"), path);
  expect(await keptOutputAt(data_dir, session_id, path)).toBeUndefined();
  await shareKept(data_dir, session_id, BRANCH);
  expect(await keptOutputAt(data_dir, BRANCH, path)).toBeUndefined();
  const folder = join(data_dir, "tool-outputs", "ses_linked");
  symlinkSync(dirname(path), folder);
  expect(await keptOutputAt(data_dir, "ses_linked", path)).toBeUndefined();
});

it("[BR-1] [DB-10] a branch reads the outputs of its origin by their names, also once that is removed", async () => {
  const { kept } = await capped(data_dir, call, "0123456789", 4);
  const path = kept?.path ?? "";
  expect(await keptOutputAt(data_dir, BRANCH, path)).toBeUndefined();
  await shareKept(data_dir, session_id, BRANCH);
  await shareKept(data_dir, BRANCH, "ses_grandchild");
  await removeKept(data_dir, session_id);
  await removeKept(data_dir, BRANCH);
  const own = (await keptOutputAt(data_dir, "ses_grandchild", path)) ?? "";
  expect(readFileSync(own, "utf8")).toBe("0123456789");
  expect(await keptOutputAt(data_dir, BRANCH, path)).toBeUndefined();
});

it("surrogate pairs stay whole at both cuts", () => {
  expect(headOf("a😀b", 2)).toBe("a");
  expect(tailOf("a😀b", 2)).toBe("b");
  expect(headOf("a😀b", 3)).toBe("a😀");
  expect(tailOf("a😀b", 3)).toBe("😀b");
  expect(headAndTail(`${"😀".repeat(50)}`, 10)).toMatch(/^😀😀\n.* 92 characters .*\n😀😀$/);
});

it("names stand on one line, sizes in words", () => {
  expect(["a b.ts", "a\nb", "\u202Etxt.exe"].map(shownName)).toEqual([
    "a b.ts",
    '"a\\nb"',
    '"\\u202etxt.exe"',
  ]);
  expect([0, 1, 999, 1500, 1_000_000, 1024 ** 3].map(sizeInWords)).toEqual([
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1.5 KB",
    "1 MB",
    "1.07 GB",
  ]);
});
