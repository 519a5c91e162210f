import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adoptLoginEnvironment } from "./environment";
import { KeptOutput } from "./kept-output";
import { askLoginShell } from "./login-shell";
import { runCommand } from "./run-command";

let home = "";
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "braid-login's-")));
});
afterEach(async () => {
  adoptLoginEnvironment(Promise.resolve({}));
  await rm(home, { recursive: true, force: true });
});

/** Asks a shell whose profile is `lines`. Its first argument is the options, its second the question. */
async function ask(lines: string, timeout_ms?: number) {
  const shell = join(home, "my shell");
  await writeFile(shell, `#!/bin/sh\n${lines}\n`);
  await chmod(shell, 0o755);
  const limit = timeout_ms === undefined ? {} : { timeout_ms };
  return await askLoginShell({ shell, home, data_dir: join(home, "data"), ...limit });
}

async function run(command: string): Promise<string> {
  const output = new KeptOutput(() => Promise.reject(new Error("short")));
  const { signal } = new AbortController();
  const place = { folder: home, home, data_dir: join(home, "data") };
  await runCommand({ command, ...place, timeout_ms: 10_000, signal, output, onOutput: () => {} });
  return (await output.close()).text.trim();
}

describe("[AG-1] the login shell", () => {
  it("is asked as a terminal starts it, and its noise is left out", async () => {
    const answer = await ask(
      `echo "welcome /not/this"; echo trouble >&2; head -c 100000 /dev/zero | tr '\\0' x; echo "$1" > options
       export PATH="/my tools/bin:$PATH"; eval "$2"; echo "/bye"`,
    );
    expect(answer).toEqual({ PATH: `/my tools/bin:${process.env.PATH}` });
    expect(await readFile(join(home, "options"), "utf8")).toBe("-ilc\n");
  });

  it("is asked for its PATH alone: an agent of its profile is empty", async () => {
    expect(await ask(`export SSH_AUTH_SOCK="$HOME"; eval "$2"`)).toEqual({ PATH: process.env.PATH });
  });

  it("gets no key and no input", async () => {
    process.env.SOME_API_KEY = "sk-secret";
    try {
      await ask(`env > seen; cat >> seen; eval "$2"`);
    } finally {
      delete process.env.SOME_API_KEY;
    }
    expect(await readFile(join(home, "seen"), "utf8")).not.toContain("secret");
  });

  it("that hangs is ended with its children, and changes nothing", async () => {
    const seconds = `9${Date.now()}`;
    expect(await ask(`sleep ${seconds} & sleep ${seconds}`, 300)).toEqual({});
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "")),
    );
    expect(lines.filter((line) => line.includes(seconds))).toEqual([]);
  });

  it.each([
    ["fails", "exit 1"],
    ["is silent", "true"],
    ["says something else", `PATH= ; eval "$2" | tr / x`],
    ["traces", `set -x; exec 2>&1; eval "$2"`],
  ])("that %s changes nothing", async (_, lines) => {
    expect(await ask(lines)).toEqual({});
  });

  it("that is not there changes nothing", async () => {
    expect(await askLoginShell({ shell: "/not/there", home, data_dir: join(home, "data") })).toEqual({});
  });

  it("gives its programs to commands", async () => {
    await writeFile(join(home, "my-program"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    expect(await run("my-program")).toContain("not found");
    adoptLoginEnvironment(ask(`sleep 0.2; PATH="$HOME:$PATH"; export PATH; eval "$2"`));
    expect(await run("my-program")).toBe("found");
  });
});
