/** `glob` and `grep` on real files, with the real ripgrep. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, symlinkSync, truncateSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { asBoundUser, messageOf, type ToolPlaceForTests, toolPlace } from "../../../e2e/fixtures/tool-place";
import { outsideArchive, ripgrepPath, runRipgrep } from "./search/ripgrep";

let place: ToolPlaceForTests;
beforeEach(() => {
  place = toolPlace();
});
afterEach(() => place.remove());

const glob = async (pattern: string, path?: string): Promise<string> =>
  (await place.call("glob", { pattern, path })).text;
const grep = async (pattern: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await place.call("grep", { pattern, ...more })).text;

/** Makes files with the content `match`. */
const files = (...paths: string[]): void => {
  for (const path of paths) place.file(path, "match\n");
};

describe("[AG-1] glob", () => {
  it("shows the newest first, from the session's folder", async () => {
    files("src/old.ts", "src/deep/new.ts", "src/mid.ts", "src/other.css");
    for (const [at, path] of ["src/old.ts", "src/mid.ts", "src/deep/new.ts"].entries())
      utimesSync(join(place.root, path), 1000 + at, 1000 + at);
    expect(await glob("*.ts")).toBe("src/deep/new.ts\nsrc/mid.ts\nsrc/old.ts");
    expect(await glob("*.ts", "src/deep")).toBe("src/deep/new.ts");
    expect(await glob("deep/*.ts", "src")).toBe("src/deep/new.ts");
    expect(await glob(join(place.root, "src/*.css"))).toBe("src/other.css");
  });

  it("leaves out what is ignored, hidden, or behind a link, unless it is asked for", async () => {
    place.file(".gitignore", "build/\n*.log\n");
    files("a.ts", "a.log", "build/b.ts", ".hidden/c.ts", ".git/d.ts", ".github/e.ts", "outside/f.ts");
    symlinkSync("outside", join(place.root, "link"));
    expect((await glob("**/*")).split("\n").sort()).toEqual(["a.ts", "outside/f.ts"]);
    expect(await glob(".github/**")).toBe(".github/e.ts");
    expect((await glob("{.hidden,.git}/*")).split("\n")).toEqual([".hidden/c.ts"]);
    expect(await glob("*.ts", "build")).toBe("build/b.ts");
  });

  it("leaves protected files out, and says how many, unless the path is one's own", async () => {
    files("a.env", ".env", ".ssh/config", "deep/.env.local");
    expect(await glob("**/.env*")).toBe(
      "(No file matches. 2 protected files left out: name its path to ask for it.)",
    );
    expect((await place.check("glob", { pattern: "*", path: ".ssh" })).needs).toMatchObject([
      { unsure: "protected" },
    ]);
    expect(await glob("*", ".ssh")).toBe(".ssh/config");
  });

  it("shows at most 500, and says how many there are", async () => {
    files(...Array.from({ length: 1234 }, (_, at) => `many/${at}.ts`));
    const lines = (await glob("*.ts")).split("\n");
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toBe("(734 more files left out: use a narrower pattern.)");
  });

  it("shows names of any bytes on one line each", async () => {
    files("with\nline end.ts", "-rf.ts", " .ts", "\u202E.ts");
    execFileSync("sh", ["-c", 'touch "$(printf "b\\377.ts")"'], { cwd: place.root });
    expect((await glob("*.ts")).split("\n").sort()).toEqual([
      " .ts",
      '"\\u202e.ts"',
      '"with\\nline end.ts"',
      "-rf.ts",
      "b\uFFFD.ts",
    ]);
  });

  it("says that nothing matches, and what brackets mean", async () => {
    files("app/[id].tsx");
    expect(await glob("*.py")).toBe("(No file matches.)");
    expect(await glob("app/[id].tsx")).toContain("write \\[ for a bracket");
    expect(await glob("app/\\[id\\].tsx")).toBe("app/[id].tsx");
  });
});

describe("[AG-1] grep", () => {
  it("shows lines by file and number, sorted by path", async () => {
    place.file("b.ts", "no\nmatch two\n");
    place.file("a/z.ts", "match one\r\nno\nMATCH\n");
    expect(await grep("match")).toBe("a/z.ts\n1:match one\n\nb.ts\n2:match two");
    expect(await grep("^match", { ignore_case: true, path: "a" })).toBe("a/z.ts\n1:match one\n3:MATCH");
    expect(await grep("match", { path: "b.ts" })).toBe("b.ts\n2:match two");
    expect(await grep("match", { glob: "a/*.ts" })).toBe("a/z.ts\n1:match one");
    expect(await grep("none")).toBe("(No line matches.)");
  });

  it("shows lines around, with a mark where some are left out", async () => {
    place.file("a", "1\nmatch\n3\n4\n5\n6\nmatch\n8\n");
    expect(await grep("match", { context: 1 })).toBe("a\n1-1\n2:match\n3-3\n--\n6-6\n7:match\n8-8");
  });

  it("leaves out what is ignored, hidden, binary, protected or behind a link", async () => {
    place.file(".gitignore", "build/\n");
    files("a", "build/b", ".hidden/c", "id_rsa", "server.key");
    place.file("binary", Buffer.from("\0match\n"));
    symlinkSync("/etc", join(place.root, "etc"));
    expect(await grep("match")).toBe("a\n1:match");
    expect(await grep("match", { path: "id_rsa" })).toBe("id_rsa\n1:match");
    expect(await grep("match", { glob: ".hidden/*" })).toBe(".hidden/c\n1:match");
  });

  it("[PM-4] says the same of a protected file whether it matches or not", async () => {
    place.file("server.pem", `KEY=s3cr3t\n${"x".repeat(3_000_000)}y\n${"many\n".repeat(20_000)}`);
    for (const pattern of ["KEY=s3", "KEY=s4", "xy", "xz", "many"])
      expect(await grep(pattern)).toBe("(No line matches.)");
  });

  it("shows the limit of 10,000 matches, and counts no further than that", async () => {
    place.file("a", "match\n".repeat(9000));
    place.file("b", "match\n".repeat(9000));
    const few = await grep("match", { limit: 3, path: "a" });
    expect(few).toBe(
      "a\n1:match\n2:match\n3:match\n\n(8,997 more matching lines left out: narrow the search, or raise limit.)",
    );
    expect(await grep("match", { limit: 3 })).toContain("(at least 9,997 more matching lines left out");
  });

  it("shows the part of a long line around the match, no character halved", async () => {
    place.file("a", `${"😀".repeat(2000)}match${"😀".repeat(2000)}\nmatch\n`);
    const text = await grep("match");
    expect(text).toMatch(/^a\n1:\[…\] (😀)+match(😀)+ \[…\]\n2:match$/u);
    expect(text.length).toBeLessThan(600);
    place.file("a", `${"x".repeat(3_000_000)}match\nmatch\n`);
    expect(await grep("match")).toBe("a\n2:match\n\n(1 line too long to be shown left out.)");
  });

  it("shows lines and names of any bytes", async () => {
    place.file("with\nline end", "match\n");
    place.file("latin", Buffer.from("match \xfc\n", "latin1"));
    execFileSync("sh", ["-c", 'echo match > "$(printf "b\\377")"'], { cwd: place.root });
    place.file("utf16", Buffer.from("\uFEFFmatch ü\n", "utf16le"));
    expect(await grep("match")).toBe(
      'b\uFFFD\n1:match\n\nlatin\n1:match \uFFFD\n\nutf16\n1:match ü\n\n"with\\nline end"\n1:match',
    );
  });

  it("takes patterns and names that look like options for what they are", async () => {
    files("-e");
    place.file("a", "--files\n");
    expect(await grep("--files")).toBe("a\n1:--files");
    expect(await grep("match", { path: "-e" })).toBe("-e\n1:match");
  });

  it("goes on where a file may not be opened", async () => {
    files("a", "b");
    chmodSync(join(place.root, "a"), 0);
    await asBoundUser(place, async () => expect(await grep("match")).toBe("b\n1:match"));
  });
});

describe("[AG-1] both refuse, and say why:", () => {
  test.each([
    ["grep", { pattern: "a(b" }, /could not be made[\s\S]*unclosed group/],
    ["grep", { pattern: "a\0" }, /NUL character/],
    ["grep", { pattern: "a", glob: "{a" }, /without its \}/],
    ["glob", { pattern: "!*.ts" }, /begins with !/],
    ["glob", { pattern: "../*" }, /cannot go up/],
    ["glob", { pattern: "a", path: "nowhere" }, /nowhere does not exist/],
    ["grep", { pattern: "a", path: "nowhere" }, /nowhere does not exist/],
    ["glob", { pattern: "a", path: "file" }, /file is a file/],
    ["grep", { pattern: "a", path: "pipe" }, /no folder and no ordinary file/],
    ["grep", { pattern: "a", path: "zero" }, /no folder and no ordinary file/],
  ])("%s %j", async (name, input, said) => {
    files("file");
    execFileSync("mkfifo", [join(place.root, "pipe")]);
    symlinkSync("/dev/zero", join(place.root, "zero"));
    expect(await place.failure(name, input)).toMatch(said);
  });

  it("[PM-1] files that a rule keeps are neither named, read nor counted", async () => {
    place.file("kept/a.ts", "needle");
    place.file("b.ts", "needle");
    const mayUse = (_: string, path: string) => !path.includes("/kept/");
    const named = await place.call("glob", { pattern: "**/*.ts" }, { mayUse });
    expect(named.text).toContain("b.ts");
    expect(named.text).not.toContain("kept/");
    const found = await place.call("grep", { pattern: "needle" }, { mayUse });
    expect(found.text).toContain("b.ts");
    expect(found.text).not.toContain("kept/");
    expect(named.text).not.toMatch(/left out/);
    place.file(".env", "needle");
    place.file("kept/.env", "needle");
    const secrets = await place.call("glob", { pattern: "**/.env" }, { mayUse });
    expect(secrets.text).toContain("1 protected file left out");
    expect(found.text).not.toMatch(/left out/);
  });

  it("[PM-4] a folder that was swapped since the check", async () => {
    files("a/x", "b/x");
    for (const name of ["glob", "grep"]) {
      rmSync(join(place.root, "link"), { force: true });
      symlinkSync("a", join(place.root, "link"));
      await place.check(name, { pattern: "x", path: "link" });
      rmSync(join(place.root, "link"));
      symlinkSync("b", join(place.root, "link"));
      expect(await messageOf(place.execute(name, { pattern: "x", path: "link" }))).toContain("now leads to");
    }
  });

  it("a folder of the session that has gone", async () => {
    rmSync(place.root, { recursive: true });
    for (const name of ["glob", "grep"])
      expect(await place.failure(name, { pattern: "x" })).toContain("is not there any more");
  });

  it("[PM-4] a folder outside needs a question", async () => {
    for (const name of ["glob", "grep"])
      expect((await place.check(name, { pattern: "x", path: ".." })).needs).toMatchObject([
        { permission: "read", target: join(place.root, ".."), unsure: "outside" },
      ]);
  });
});

describe("ripgrep", () => {
  /** A search without end in sight: a gigabyte in one file. */
  const long = (signal: AbortSignal, longest_ms?: number) => {
    truncateSync(place.file("a", "x\n"), 64 * 1024 ** 3);
    const run = {
      arguments: ["--text", "--count", "--regexp=y", "./"],
      folder: place.root,
      signal,
      take: () => false,
    };
    return runRipgrep(longest_ms === undefined ? run : { ...run, longest_ms });
  };
  const running = (): boolean => {
    try {
      return execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes(
        `${ripgrepPath()} --no-config --color=never --no-messages --no-require-git --glob=!.git --text`,
      );
    } catch {
      return false;
    }
  };

  it("[AG-1d, AB-1] ends with Stop", async () => {
    const stop = new AbortController();
    const search = messageOf(long(stop.signal));
    await expect.poll(running).toBe(true);
    stop.abort(new Error("stopped"));
    expect(await search).toBe("stopped");
    expect(running()).toBe(false);
  });

  it("is ended where it takes too long, which is told", async () => {
    expect(await long(new AbortController().signal, 200)).toBe("late");
    expect(running()).toBe(false);
  });

  it("sees nothing of Braid's environment, and reads no configuration", async () => {
    files("a.ts");
    place.file("rc", "--glob=!*.ts\n");
    process.env.RIPGREP_CONFIG_PATH = join(place.root, "rc");
    try {
      expect(await glob("*.ts")).toBe("a.ts");
    } finally {
      delete process.env.RIPGREP_CONFIG_PATH;
    }
  });

  it("is there for this system, and lies beside the app's archive", () => {
    expect(existsSync(ripgrepPath())).toBe(true);
    expect(outsideArchive("/opt/Braid/resources/app.asar/node_modules/x/bin/rg")).toBe(
      "/opt/Braid/resources/app.asar.unpacked/node_modules/x/bin/rg",
    );
    expect(outsideArchive("/home/app.asarx/rg")).toBe("/home/app.asarx/rg");
    expect(() => ripgrepPath("plan9")).toThrow("ripgrep-plan9");
  });
});
