/** `write` and `edit` on real files. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { loopTurns } from "../../../e2e/fixtures/loop-turns";
import { asBoundUser, messageOf, type ToolPlaceForTests, toolPlace } from "../../../e2e/fixtures/tool-place";
import type { FileDiff } from "../../../src-preload/contract/domain/tools";
import { replaceFile } from "./files/replace-file";

let place: ToolPlaceForTests;
beforeEach(() => {
  place = toolPlace();
});
afterEach(() => place.remove());

const content = (path: string): string => readFileSync(join(place.root, path), "utf8");
const edit = (path: string, ...edits: [old_text: string, new_text: string, replace_all?: boolean][]) => ({
  path,
  edits: edits.map(([old_text, new_text, replace_all]) => ({
    old_text,
    new_text,
    ...(replace_all ? { replace_all } : {}),
  })),
});

describe("[AG-1] write", () => {
  it("makes a file with its folders, and tells its diff before and after", async () => {
    const input = { path: "new/deep/a.ts", content: "one\ntwo" };
    const path = join(place.root, "new/deep/a.ts");
    const diff = {
      path,
      patch: "@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file",
      added: 2,
      removed: 0,
      created: true,
    };
    expect(await place.check("write", input)).toEqual({
      needs: [{ permission: "edit", target: path }],
      diffs: [diff],
    });
    expect(existsSync(join(place.root, "new"))).toBe(false);
    expect(await place.execute("write", input)).toEqual({
      text: "Made new/deep/a.ts: 7 characters.",
      diffs: [diff],
      ms: expect.any(Number),
    });
    expect(content("new/deep/a.ts")).toBe("one\ntwo");
  });

  it("replaces one, keeps its mode, and leaves nothing beside it", async () => {
    chmodSync(place.file("run.sh", "one\ntwo\nthree\n"), 0o751);
    const { diffs, text } = await place.call("write", { path: "run.sh", content: "one\n2\nthree\n" });
    expect(text).toBe("Replaced run.sh: 12 characters.");
    expect(diffs).toMatchObject([{ patch: "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three", added: 1, removed: 1 }]);
    expect(diffs?.[0]).not.toHaveProperty("created");
    expect(statSync(join(place.root, "run.sh")).mode & 0o777).toBe(0o751);
    expect(readdirSync(place.root)).toEqual(["run.sh"]);
  });

  it.each([
    ["a mark", Buffer.from("\uFEFFone\ntwo\n"), "one\n2\n", Buffer.from("\uFEFFone\n2\n"), "byte order mark"],
    ["a mark that is given", Buffer.from("\uFEFFone\n"), "\uFEFF1\n", Buffer.from("\uFEFF1\n"), undefined],
    [
      "UTF-16",
      Buffer.from("\uFEFFone\ntwo\n", "utf16le"),
      "one\n2\n",
      Buffer.from("\uFEFFone\n2\n", "utf16le"),
      "UTF-16LE encoding",
    ],
    [
      "its line ends",
      Buffer.from("one\r\ntwo\r\n"),
      "one\n2\n",
      Buffer.from("one\r\n2\r\n"),
      "CRLF line ends",
    ],
    ["no line ends of its own", Buffer.from("one\ntwo\r\n"), "one\n2\n", Buffer.from("one\n2\n"), undefined],
    [
      "line ends that are given",
      Buffer.from("one\r\ntwo\r\n"),
      "one\r\n2\n",
      Buffer.from("one\r\n2\n"),
      undefined,
    ],
  ])("keeps of the old file %s, and tells the model", async (_, old, given, left, told) => {
    const path = place.file("a", old);
    const input = { path: "a", content: given };
    const { diffs } = await place.check("write", input);
    const result = await place.execute("write", input);
    expect(result.diffs).toEqual(diffs);
    const kept = told === undefined ? "" : ` It keeps its ${told}.`;
    expect(result.text).toBe(`Replaced a: ${given.length} characters.${kept}`);
    expect(readFileSync(path).toString("hex")).toBe(left.toString("hex"));
  });

  it("shows the new content of a private file to nobody else, also while it is written", async () => {
    const path = place.file("a", "old");
    chmodSync(path, 0o600);
    const modes: number[] = [];
    const look = async () => {
      for (const name of readdirSync(place.root))
        if (name.endsWith(".tmp")) modes.push(statSync(join(place.root, name)).mode & 0o777);
    };
    const open = vi.spyOn(fs, "chmod").mockImplementation(look);
    syncBuiltinESMExports();
    try {
      await replaceFile(path, Buffer.from("new"), look);
    } finally {
      open.mockRestore();
      syncBuiltinESMExports();
    }
    expect([...new Set(modes)]).toEqual([0o600]);
  });

  it("writes through a link inside, which stays one", async () => {
    place.file("real/a", "old");
    symlinkSync("real/a", join(place.root, "link"));
    expect((await place.check("write", { path: "link", content: "new" })).needs).toMatchObject([
      { target: join(place.root, "real/a") },
    ]);
    await place.execute("write", { path: "link", content: "new" });
    expect(readlinkSync(join(place.root, "link"))).toBe("real/a");
    expect(content("real/a")).toBe("new");
  });

  it("needs a question where a link leads outside, also to something that is not there yet", async () => {
    symlinkSync(join(place.root, "../outside"), join(place.root, "link"));
    const { needs } = await place.check("write", { path: "link", content: "x" });
    expect(needs).toMatchObject([
      { permission: "edit", target: join(place.root, "../outside"), unsure: "outside" },
    ]);
  });

  it("shows a change in a large file, and only counts on one that is large itself", async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => `line ${at}\n`).join("");
    place.file("a", many);
    const small = await place.call("write", {
      path: "a",
      content: many.replace("line 20000\n", "changed\n"),
    });
    expect(small.diffs).toMatchObject([{ added: 1, removed: 1 }]);
    expect(small.diffs?.[0]?.patch).toMatch(/^@@ -19998,7 \+19998,7 @@\n line 19997\n/);
    const large = await place.call("write", { path: "a", content: many.replaceAll("line", "other") });
    expect(large.diffs).toEqual([{ path: join(place.root, "a"), patch: "", added: 0, removed: 0 }]);
    place.file("b", "x".repeat(1_100_000));
    expect((await place.call("write", { path: "b", content: "y" })).diffs).toMatchObject([{ patch: "" }]);
    const made = await place.call("write", { path: "c", content: many });
    expect(made.diffs).toMatchObject([{ patch: "", added: 30_000, created: true }]);
  });

  it("finds a diff soon, and lets the process go on, however little two texts have in common", async () => {
    const text = (seed: number) =>
      Array.from({ length: 19_000 }, (_, at) => `${(at * seed) % 9973} ${at % 7}\n`).join("");
    place.file("a", text(7919));
    const begun = performance.now();
    let diffs: FileDiff[] | undefined;
    const turns = await loopTurns(async () => {
      ({ diffs } = await place.check("write", { path: "a", content: text(104_729) }));
    });
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(turns).toBeGreaterThan(50);
    expect(diffs?.[0]?.added).toBe(diffs?.[0]?.removed);
    expect(diffs?.[0]?.added).toBeGreaterThan(1000);
  });

  it("shows nothing of an old file that is no text", async () => {
    place.file("a", Buffer.from([0, 1, 2, 255]));
    expect((await place.check("write", { path: "a", content: "x" })).diffs).toMatchObject([{ patch: "" }]);
  });
});

describe("[AG-1] write refuses, and leaves all as it was:", () => {
  const BAD: [name: string, make: () => unknown, said: RegExp][] = [
    ["a folder", () => mkdirSync(join(place.root, "a")), /folder/],
    ["a pipe", () => execFileSync("mkfifo", [join(place.root, "a")]), /no regular file/],
    ["a device", () => symlinkSync("/dev/null", join(place.root, "a")), /no regular file/],
    ["a link to itself", () => symlinkSync("a", join(place.root, "a")), /link|loop/i],
    [
      "a folder of the session that has gone",
      () => rmSync(place.root, { recursive: true }),
      /not there any more/,
    ],
  ];
  test.each(BAD)("%s", async (_, make, said) => {
    await make();
    expect(await place.failure("write", { path: "a", content: "x" })).toMatch(said);
  });

  it("a path with a slash at its end, and one below a file", async () => {
    place.file("a", "x");
    expect(await place.failure("write", { path: "b/", content: "x" })).toContain("ends with a slash");
    expect(await place.failure("write", { path: "a/b", content: "x" })).toMatch(/not a folder|is a file/);
    expect(readdirSync(place.root)).toEqual(["a"]);
  });

  it("a file that can only be read, and a folder that nothing can be made in", async () => {
    chmodSync(place.file("a", "old"), 0o444);
    mkdirSync(join(place.root, "d"), { mode: 0o555 });
    await asBoundUser(place, async () => {
      expect(await place.failure("write", { path: "a", content: "new" })).toContain(
        "does not let Braid open",
      );
      expect(await place.failure("write", { path: "d/b", content: "new" })).toContain(
        "permissions forbid it",
      );
    });
    expect(content("a")).toBe("old");
    expect(readdirSync(place.root)).toEqual(["a", "d"]);
  });

  it("[PM-4] a file that was changed, made, replaced or removed since the check", async () => {
    const changes: [string, (path: string) => void][] = [
      ["changed", (path) => writeFileSync(path, "other")],
      ["grown", (path) => appendFileSync(path, "other")],
      ["removed", (path) => rmSync(path)],
    ];
    for (const [name, change] of changes) {
      const path = place.file(name, "old");
      await place.check("write", { path: name, content: "new" });
      change(path);
      expect(await messageOf(place.execute("write", { path: name, content: "new" }))).toMatch(
        /has changed meanwhile\. Nothing was written; read it again/,
      );
      expect(existsSync(path) ? content(name) : "").not.toBe("new");
    }
    await place.check("write", { path: "made", content: "new" });
    place.file("made", "other");
    expect(await messageOf(place.execute("write", { path: "made", content: "new" }))).toContain(
      "changed meanwhile",
    );
    expect(content("made")).toBe("other");
  });

  it("[PM-4d] a path that leads elsewhere than when it was checked", async () => {
    place.file("d/a", "old");
    mkdirSync(join(place.root, "../outside"));
    await place.check("write", { path: "d/a", content: "new" });
    rmSync(join(place.root, "d"), { recursive: true });
    symlinkSync("../outside", join(place.root, "d"));
    expect(await messageOf(place.execute("write", { path: "d/a", content: "new" }))).toContain(
      "now leads to",
    );
    expect(readdirSync(join(place.root, "../outside"))).toEqual([]);
  });

  it("[PM-4] a call that asks for the same as another one, which was checked", async () => {
    await place.check("write", { path: "a", content: "shown" }, "call_1");
    const other = place.execute("write", { path: "a", content: "shown" }, { tool_call_id: "call_2" });
    expect(await messageOf(other)).toContain("no longer knows");
    expect(existsSync(join(place.root, "a"))).toBe(false);
  });

  it("[PM-4] the second of two at once, which was checked before the first", async () => {
    place.file("a", "old");
    await place.check("write", { path: "a", content: "one" });
    await place.check("write", { path: "a", content: "two" }, "call_2");
    const both = await Promise.allSettled([
      place.execute("write", { path: "a", content: "one" }),
      place.execute("write", { path: "a", content: "two" }, { tool_call_id: "call_2" }),
    ]);
    // Either may come first: the other one then finds a file that its user was not shown.
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(content("a")).toBe(both[0]?.status === "fulfilled" ? "one" : "two");
  });
});

const EDITED: [
  name: string,
  before: string | Buffer,
  edits: Parameters<typeof edit>[1][],
  after: string | Buffer,
][] = [
  ["one place", "one\ntwo\n", [["two", "2"]], "one\n2\n"],
  [
    "edits in order, the later on what the earlier made",
    "a b",
    [
      ["a", "b c"],
      ["b c b", "x"],
    ],
    "x",
  ],
  ["all places", "x y x", [["x", "z", true]], "z y z"],
  ["no signs of a replacement are special", "a", [["a", "$& $1 $$"]], "$& $1 $$"],
  ["an empty new text", "one\ntwo\n", [["one\n", ""]], "two\n"],
  [
    "CRLF, with LF in the edit",
    "one\r\ntwo\r\nthree\r\n",
    [["one\ntwo", "1\n2\n2b"]],
    "1\r\n2\r\n2b\r\nthree\r\n",
  ],
  ["CRLF, in one line", "one\r\ntwo\r\n", [["one", "1\n1b"]], "1\r\n1b\r\ntwo\r\n"],
  ["CRLF, with CRLF in the edit", "one\r\ntwo\r\n", [["one\r\ntwo", "1\r\n2"]], "1\r\n2\r\n"],
  [
    "mixed ends, in the part that has LF",
    "a\r\nb\r\nc\r\nd\ne\n",
    [["d\ne", "D\nE"]],
    "a\r\nb\r\nc\r\nD\nE\n",
  ],
  ["no last line end", "one\ntwo", [["two", "2"]], "one\n2"],
  ["a byte order mark", "\uFEFFone\n", [["one", "1"]], "\uFEFF1\n"],
  ["UTF-16", Buffer.from("\uFEFFöne", "utf16le"), [["ö", "ü😀"]], Buffer.from("\uFEFFü😀ne", "utf16le")],
  [
    "UTF-16 the other way",
    Buffer.from("\uFEFFöne", "utf16le").swap16(),
    [["n", "m"]],
    Buffer.from("\uFEFFöme", "utf16le").swap16(),
  ],
  ["overlapping places, from the front", "aaaaa", [["aa", "b", true]], "bba"],
];

describe("[AG-1] edit", () => {
  test.each(EDITED)("changes only what it says: %s", async (_, before, edits, after) => {
    place.file("a", before);
    await place.call("edit", edit("a", ...edits));
    expect(readFileSync(join(place.root, "a")).toString("hex")).toBe(Buffer.from(after).toString("hex"));
  });

  it("needs reading and changing, and shows its diff before and after", async () => {
    const path = place.file("a", "one\r\ntwo\r\n");
    const checked = await place.check("edit", edit("a", ["two", "2"]));
    expect(checked.needs).toEqual([
      { permission: "read", target: path, safe: true },
      { permission: "edit", target: path },
    ]);
    expect(checked.diffs).toEqual([
      { path, patch: "@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r", added: 1, removed: 1 },
    ]);
    const result = await place.execute("edit", edit("a", ["two", "2"]));
    expect(result).toMatchObject({
      text: "Changed a at 1 place, 1 line added and 1 removed.",
      diffs: checked.diffs,
    });
  });

  it("finds every place of a text that lies across the pieces of its search", async () => {
    const old = `${"b".repeat(20_000)}!`;
    place.file("a", `${"b".repeat(123_456)}${old}${"b".repeat(77_777)}${old}`);
    await place.call("edit", edit("a", [old, "x", true]));
    expect(content("a")).toBe(`${"b".repeat(123_456)}x${"b".repeat(77_777)}x`);
  });

  it("two at once on one file, both of which fit, are both done", async () => {
    place.file("a", "one\ntwo\n");
    await place.check("edit", edit("a", ["one", "1"]));
    await place.check("edit", edit("a", ["two", "2"]), "call_2");
    await Promise.all([
      place.execute("edit", edit("a", ["one", "1"])),
      place.execute("edit", edit("a", ["two", "2"]), { tool_call_id: "call_2" }),
    ]);
    expect(content("a")).toBe("1\n2\n");
  });
});

const MISFITS: [
  name: string,
  before: string,
  edits: Parameters<typeof edit>[1][],
  said: (string | RegExp)[],
][] = [
  [
    "not there: the nearest line",
    "function one() {}\nfunction twoThings() {}\n",
    [["function twoThing() { }", ""]],
    ["The edit does not fit", "not in the file", '2: "function twoThings() {}"'],
  ],
  ["not there, and nothing like it", "one\n", [["entirely different", ""]], ["No line is like it"]],
  [
    "another indentation",
    "if (x) {\n\tdo();\n}\n",
    [["if (x) {\n  do();\n}", ""]],
    ["Lines 1–3 differ only in white space", '2: "\\tdo();"'],
  ],
  ["only white space that is not there", "one\n", [["    ", ""]], ["only white space"]],
  ["not unique", "x\ny\nx\nx x\n", [["x", "z"]], ["at 4 places", "in lines 1, 3, 4, 4", "replace_all"]],
  [
    "the second of three",
    "a b c",
    [
      ["a", "1"],
      ["a", "2"],
      ["c", "3"],
    ],
    ["Edit 2 of 3 does not fit"],
  ],
  ["many places", "x\n".repeat(5000), [["x", "z"]], ["at 5000 places", /9, 10 and others/]],
];

describe("[AG-1] edit refuses, and leaves all as it was:", () => {
  test.each(MISFITS)("%s", async (_, before, edits, said) => {
    place.file("a", before);
    const text = await place.failure("edit", edit("a", ...edits));
    for (const words of [...said, "Nothing was changed"])
      expect(text).toMatch(
        typeof words === "string" ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words,
      );
    expect(content("a")).toBe(before);
  });

  it("[PM-4] what does not fit asks to read alone, so that no line is told of a file that may not be read", async () => {
    const path = place.file(".env", "SECRET=abcdefgh\n");
    const checked = await place.check("edit", edit(".env", ["SECRET=abcdefgi", "x"]));
    expect(checked).toEqual({ needs: [{ permission: "read", target: path, unsure: "protected" }] });
    // Nobody was asked whether the file may be changed: the file stays, although the edit fits now.
    place.file(".env", "SECRET=abcdefgi\n");
    expect(await messageOf(place.execute("edit", edit(".env", ["SECRET=abcdefgi", "x"])))).toContain(
      "changed meanwhile",
    );
    expect(content(".env")).toBe("SECRET=abcdefgi\n");
  });

  it("[PM-4] a file that was changed since the check, although the edit would still fit", async () => {
    const path = place.file("a", "one\ntwo\n");
    await place.check("edit", edit("a", ["two", "2"]));
    appendFileSync(path, "three\n");
    expect(await messageOf(place.execute("edit", edit("a", ["two", "2"])))).toContain(
      "has changed meanwhile",
    );
    expect(content("a")).toBe("one\ntwo\nthree\n");
  });

  it("[PM-4] a link that was swapped since the check", async () => {
    place.file("a", "one");
    place.file("b", "one");
    symlinkSync("a", join(place.root, "link"));
    await place.check("edit", edit("link", ["one", "1"]));
    rmSync(join(place.root, "link"));
    symlinkSync("b", join(place.root, "link"));
    expect(await messageOf(place.execute("edit", edit("link", ["one", "1"])))).toContain("now leads to");
    expect([content("a"), content("b"), lstatSync(join(place.root, "link")).isSymbolicLink()]).toEqual([
      "one",
      "one",
      true,
    ]);
  });

  const BAD: [name: string, make: () => unknown, said: RegExp][] = [
    ["what is not there", () => {}, /does not exist/],
    ["a folder", () => mkdirSync(join(place.root, "a")), /folder/],
    ["a pipe", () => execFileSync("mkfifo", [join(place.root, "a")]), /no regular file/],
    ["a binary file", () => place.file("a", Buffer.from([120, 0, 120])), /no UTF-8 or UTF-16 text/],
    ["Latin-1", () => place.file("a", Buffer.from("x gr\xfc\xdfe", "latin1")), /an edit would damage it/],
    [
      "more than 10 MB",
      () => truncateSync(place.file("a", "x"), 10_000_001),
      /10 MB; this tool changes files of at most/,
    ],
  ];
  test.each(BAD)("%s", async (_, make, said) => {
    await make();
    expect(await place.failure("edit", edit("a", ["x", "y"]))).toMatch(said);
  });

  it("an edit that says nothing, and one that would make a text without bounds", async () => {
    place.file("a", "x".repeat(90_000));
    expect(await place.failure("edit", edit("a", ["x", "x"]))).toMatch(
      /`edits\.0`: old_text and new_text are the same/,
    );
    expect(await place.failure("edit", edit("a", ["", "x"]))).toContain("`edits.0.old_text`");
    expect(await place.failure("edit", edit("a", ["x", "y".repeat(10_000), true]))).toContain(
      "too much at once",
    );
  });

  it("hostile texts in bounded time, while the process goes on", async () => {
    const before = "ab".repeat(200_000);
    place.file("a", before);
    let turns = 0;
    const watch = setInterval(() => (turns += 1), 1);
    const text = await place.failure("edit", edit("a", [`${"ab".repeat(2500)}x${"ab".repeat(2500)}`, "y"]));
    clearInterval(watch);
    expect(text).toContain("not in the file");
    // A piece of work that held the process until its end left no turn to the timer.
    expect(turns).toBeGreaterThan(5);
  });
});
