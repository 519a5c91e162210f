import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { mostHeld } from "../../../e2e/fixtures/live-memory";
import { ownTime } from "../../../e2e/fixtures/own-time";
import { asBoundUser, messageOf, type ToolPlaceForTests, toolPlace } from "../../../e2e/fixtures/tool-place";

let place: ToolPlaceForTests;
beforeEach(() => {
  place = toolPlace();
});
afterEach(() => place.remove());

const read = async (path: string, more: { offset?: number; limit?: number } = {}): Promise<string> =>
  (await place.call("read", { path, ...more })).text;

const GB = 1024 ** 3;
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

const SHOWN: [name: string, content: string | Buffer, shown: string][] = [
  ["a text", "one\ntwo\n", "1\tone\n2\ttwo"],
  ["no last line end", "one\ntwo", "1\tone\n2\ttwo"],
  ["an empty file", "", "The file is empty."],
  ["one empty line", "\n", "1\t"],
  ["empty lines", "\n\nx\n\n", "1\t\n2\t\n3\tx\n4\t"],
  ["CRLF", "one\r\ntwo\r\n", "1\tone\n2\ttwo\n\n(Its lines end with CRLF, shown as LF.)"],
  ["a byte order mark", "\uFEFFone\n", "1\tone"],
  ["a mark alone", "\uFEFF", "The file is empty."],
  ["UTF-16", Buffer.from("\uFEFFöne\ntwo😀", "utf16le"), "1\töne\n2\ttwo😀\n\n(The file is UTF-16LE.)"],
  [
    "UTF-16 the other way",
    Buffer.from("\uFEFFöne\n", "utf16le").swap16(),
    "1\töne\n\n(The file is UTF-16BE.)",
  ],
  [
    "Latin-1",
    Buffer.from("gr\xfc\xdfe\nx", "latin1"),
    "1\tgr\uFFFD\uFFFDe\n2\tx\n\n(It is not valid UTF-8: bytes that are none are shown as \uFFFD.)",
  ],
  ["text that begins as programs do", "MZ and BM and %PD\n", "1\tMZ and BM and %PD"],
];

describe("[AG-1] read shows", () => {
  test.each(SHOWN)("%s", async (_, content, shown) => {
    place.file("a", content);
    expect(await read("a")).toBe(shown);
  });

  it("part of a long file, and how to read on until its end", async () => {
    place.file("a", lines(5000));
    const first = await read("a");
    expect(first).toContain("\n2000\tline 2000\n\n(More follows: read on with offset 2001.");
    expect(await read("a", { offset: 2001, limit: 2 })).toMatch(
      /^2001\tline 2001\n2002\tline 2002\n\n\(More follows/,
    );
    expect(await read("a", { offset: 4999 })).toBe(
      "4999\tline 4999\n5000\tline 5000\n\n(The file ends here, with line 5000.)",
    );
    expect(await read("a", { offset: 3001, limit: 2000 })).not.toContain("More follows");
  });

  it("no more than 50,000 characters, and every line once when read on", async () => {
    place.file("a", `${"x".repeat(999)}\n`.repeat(120));
    let offset = 1;
    const numbers: number[] = [];
    for (let times = 0; times < 3; times++) {
      const text = await read("a", { offset });
      expect(text.length).toBeLessThan(51_000);
      numbers.push(...[...text.matchAll(/^(\d+)\t/gm)].map(([, number]) => Number(number)));
      offset = Number(/offset (\d+)/.exec(text)?.[1]);
    }
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, at) => at + 1));
  });

  it("huge lines cut at 2,000 characters, no character halved, also where a line runs over many pieces", async () => {
    place.file("a", `${"😀".repeat(2000)}\n${"ä".repeat(2000)}\n${"y".repeat(3_000_000)}\nlast\n`);
    const [one, two, three, four] = (await read("a")).split("\n");
    expect(one).toBe(`1\t${"😀".repeat(1000)} […]`);
    expect(two).toBe(`2\t${"ä".repeat(2000)}`);
    expect(three).toBe(`3\t${"y".repeat(2000)} […]`);
    expect(four).toBe("4\tlast");
    expect(await read("a")).not.toContain("\uFFFD");
  });

  it("a folder, sorted, with the kinds of its entries, at most 500", async () => {
    for (const name of ["b.ts", "sub/x", "a.ts", "with\nline end"]) place.file(`d/${name}`, "");
    symlinkSync("a.ts", join(place.root, "d/link"));
    execFileSync("mkfifo", [join(place.root, "d/pipe")]);
    expect(await read("d")).toBe(
      'd is a folder.\na.ts\nb.ts\nlink (link)\npipe (no ordinary file)\nsub/\n"with\\nline end"',
    );
    for (let at = 0; at < 600; at++) place.file(`many/${at}`, "");
    expect((await read("many")).split("\n")).toHaveLength(502);
    expect(await read("many")).toContain("(and 100 more entries; find them with glob)");
    mkdirSync(join(place.root, "none"));
    expect(await read("none")).toBe("none is a folder.\nIt is empty.");
  });

  it("a folder whose names are no UTF-8, where the disk has such names", async () => {
    place.file("d/a", "");
    execFileSync("sh", ["-c", 'touch "$(printf "d/b\\377")"'], { cwd: place.root });
    expect(await read("d")).toMatch(/^d is a folder\.\na\nb\uFFFD$/);
  });
});

const NAMED: [name: string, content: Buffer, said: RegExp][] = [
  ["an image", Buffer.from("89504e470d0a1a0a0000000d", "hex"), /an image \(image\/png\) of 12 bytes/],
  ["a PDF, which may be text", Buffer.from("%PDF-1.7\n"), /a PDF document/],
  [
    "a program",
    Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(5000)]),
    /program.*ELF.* of 5 KB/,
  ],
  ["zero bytes", Buffer.alloc(2048), /no text, of an unknown kind.* of 2.05 KB/],
];

test.each(NAMED)(
  "[AG-1] read names %s by its kind and size, and shows no byte of it",
  async (_, content, said) => {
    place.file("a", content);
    expect(await read("a")).toMatch(said);
    expect(await read("a")).toMatch(/not shown\.$/);
  },
);

describe("[AG-1] a huge file", () => {
  const inLittleMemory = async (work: () => Promise<unknown>): Promise<void> => {
    expect(await mostHeld(work)).toBeLessThan(30 * 1024 ** 2);
  };
  const quickAndSmall = async (work: () => Promise<unknown>): Promise<void> => {
    const begun = ownTime();
    await inLittleMemory(work);
    expect(ownTime() - begun).toBeLessThan(2000);
  };

  it("a gigabyte of nothing is named", async () => {
    truncateSync(place.file("a", ""), GB);
    await quickAndSmall(async () => expect(await read("a")).toContain("1.07 GB"));
  });

  it("a gigabyte behind some lines is not waited for: in one line, or in a part that is not asked for", async () => {
    const path = place.file("a", `${lines(2000)}${"x".repeat(10_000)}`);
    truncateSync(path, GB);
    await quickAndSmall(async () =>
      expect(await read("a", { limit: 10 })).toContain("read on with offset 11"),
    );
    await quickAndSmall(async () => {
      const text = await read("a", { offset: 2001 });
      expect(text).toMatch(/^2001\tx{2000} \[…\]\n/);
      expect(text).toContain("Line 2001 is so long that its end was not looked for");
    });
  });

  it("is passed over for a line at its end, and Stop ends that", async () => {
    const path = place.file("a", `${"x".repeat(10_000)}\n`);
    truncateSync(path, GB / 4);
    appendFileSync(path, "\nlast\n");
    await inLittleMemory(async () => expect(await read("a", { offset: 3 })).toContain("3\tlast"));
    const stop = new AbortController();
    const stopped = place.call("read", { path: "a", offset: 3 }, { signal: stop.signal });
    setImmediate(() => stop.abort(new Error("stopped")));
    expect(await messageOf(stopped)).toBe("stopped");
  });
});

describe("[AG-1] read refuses, and says why:", () => {
  const BAD: [name: string, make: () => unknown, said: RegExp][] = [
    ["what is not there", () => {}, /a.* does not exist/],
    ["a pipe", () => execFileSync("mkfifo", [join(place.root, "a")]), /no regular file/],
    ["a device", () => symlinkSync("/dev/zero", join(place.root, "a")), /no regular file/],
    [
      "a terminal",
      () => symlinkSync("/dev/tty", join(place.root, "a")),
      /no regular file|does not exist|cannot be opened/,
    ],
    ["a link to itself", () => symlinkSync("a", join(place.root, "a")), /link|loop/i],
    [
      "a socket",
      () => new Promise<void>((resolve) => createServer().listen(join(place.root, "a"), resolve).unref()),
      /no regular file/,
    ],
  ];
  test.each(BAD)("%s", async (_, make, said) => {
    await make();
    expect(await place.failure("read", { path: "a" })).toMatch(said);
  });

  it("a file that it may not open", async () => {
    chmodSync(place.file("a", "secret"), 0);
    await asBoundUser(place, async () =>
      expect(await place.failure("read", { path: "a" })).toMatch(/does not let Braid open|permissions/),
    );
  });

  it("lines behind the end, with the number that there are", async () => {
    place.file("a", lines(3));
    expect(await place.failure("read", { path: "a", offset: 9 })).toBe(
      "a has 3 lines; there is none at offset 9. Use a smaller offset.",
    );
  });

  it("paths that cannot be", async () => {
    expect(await place.failure("read", { path: "a\0b" })).toContain("NUL");
    expect(await place.failure("read", { path: `${"x".repeat(300)}` })).toMatch(
      /too long|does not exist|ENAMETOOLONG/,
    );
    place.file("a", "x");
    expect(await place.failure("read", { path: "a/b" })).toMatch(/not a folder|does not exist/);
  });

  it("a folder of the session that has gone", async () => {
    rmSync(place.root, { recursive: true });
    expect(await place.failure("read", { path: "a" })).toContain("is not there any more");
  });
});

describe("[PM-4] what read needs", () => {
  it("is the real path, without a question inside the folder, with one outside", async () => {
    const path = place.file("a", "x");
    expect((await place.check("read", { path: "./x/../a" })).needs).toMatchObject([
      { permission: "read", target: path, safe: true },
    ]);
    symlinkSync("/etc/hostname", join(place.root, "link"));
    expect((await place.check("read", { path: "link" })).needs).toMatchObject([
      { target: "/etc/hostname", unsure: "outside" },
    ]);
  });

  it("a link that was swapped since the check is not followed", async () => {
    place.file("a", "harmless");
    place.file("b", "other");
    symlinkSync("a", join(place.root, "link"));
    await place.check("read", { path: "link" });
    rmSync(join(place.root, "link"));
    symlinkSync("b", join(place.root, "link"));
    expect(await messageOf(place.execute("read", { path: "link" }))).toMatch(
      /led to .*\/a .*now leads to .*\/b/,
    );
  });

  it("nor is it by the first of two equal calls, where the second was checked after the swap", async () => {
    place.file("a", "harmless");
    place.file("b", "other");
    symlinkSync("a", join(place.root, "link"));
    await place.check("read", { path: "link" }, "call_1");
    rmSync(join(place.root, "link"));
    symlinkSync("b", join(place.root, "link"));
    await place.check("read", { path: "link" }, "call_2");
    const first = place.execute("read", { path: "link" }, { tool_call_id: "call_1" });
    expect(await messageOf(first)).toMatch(/led to .*\/a .*now leads to .*\/b/);
    const second = await place.execute("read", { path: "link" }, { tool_call_id: "call_2" });
    expect(second.text).toContain("other");
  });

  it("nor is a folder of the path that became a link", async () => {
    place.file("d/a", "harmless");
    place.file("e/a", "other");
    await place.check("read", { path: "d/a" });
    renameSync(join(place.root, "d"), join(place.root, "old"));
    symlinkSync("e", join(place.root, "d"));
    expect(await messageOf(place.execute("read", { path: "d/a" }))).toContain("now leads to");
  });

  it("a call that was never checked is not done", async () => {
    place.file("a", "x");
    expect(await messageOf(place.execute("read", { path: "a" }))).toContain("no longer knows");
  });

  it("an output of this session that was kept is read on without a question", async () => {
    place.file("many", "");
    const fd = openSync(join(place.root, "many"), "w");
    for (let at = 0; at < 900; at++) writeSync(fd, `match ${at} ${"x".repeat(60)}\n`);
    const { kept, text } = await place.call("grep", { pattern: "match", limit: 1000 });
    expect(kept?.characters).toBeGreaterThan(30_000);
    expect(text.length).toBeLessThan(31_000);
    expect(text).toContain(kept?.path);
    const path = kept?.path ?? "";
    expect(await place.check("read", { path })).toEqual({ needs: [] });
    expect(await read(path, { offset: 450, limit: 1 })).toMatch(/450\t449:match 448 x/);
  });
});
