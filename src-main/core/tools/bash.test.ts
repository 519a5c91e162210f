import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listedRuns } from "../../../e2e/fixtures/listed-runs";
import { mostHeld } from "../../../e2e/fixtures/live-memory";
import { ownTime } from "../../../e2e/fixtures/own-time";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ToolResult } from "../../../src-preload/contract/domain/tools";
import type { Tool } from "../ports/tools";
import { bashTool } from "./bash";
import { sweepLeftovers } from "./command/run-files";
import { keptOutputAt } from "./output-cap";

let folder = "";
let data_dir = "";
let tool: Tool;

beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "braid-bash-")));
  folder = join(root, "work");
  data_dir = join(root, "data");
  await mkdir(folder);
  await mkdir(data_dir);
  tool = bashTool({ data_dir, home: root, runs: listedRuns() });
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

interface Called {
  signal?: AbortSignal;
  timeout_ms?: number;
  report?: (result: ToolResult) => void;
}

async function bash(command: string, { signal, timeout_ms, report }: Called = {}): Promise<ToolResult> {
  const input = timeout_ms === undefined ? { command } : { command, timeout_ms };
  const result = await tool.execute(input, {
    session_id: "ses_one" as SessionId,
    workspace_root: folder,
    signal: signal ?? new AbortController().signal,
    tool_call_id: "../../call",
    report: report ?? (() => {}),
  });
  return result as ToolResult;
}

/** The living processes whose environment or command line holds a word. */
async function processesWith(word: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, "latin1").catch(() => "");
  const held = await Promise.all(
    pids.map(async (pid) => `${await read(pid, "environ")}${await read(pid, "cmdline")}`.includes(word)),
  );
  return pids.filter((_, at) => held[at]);
}

/** Waits for a file that a command writes, and returns what is in it. */
async function written(name: string): Promise<string> {
  let text = "";
  await expect
    .poll(async () => {
      text = await readFile(join(folder, name), "utf8").catch(() => "");
      return text.endsWith("\n");
    })
    .toBe(true);
  return text.trim();
}

/** An argument that no other process has: a number of seconds to sleep. */
const longTime = (): string => `9${randomBytes(4).readUInt32BE()}`;

describe("what a command is and sees", () => {
  it("[AG-1a] returns what it prints, its errors among it in their order, and how it ended", async () => {
    const result = await bash("for n in 1 2 3; do echo out $n; echo error $n >&2; done; exit 3");
    expect(result).toEqual({
      text: "out 1\nerror 1\nout 2\nerror 2\nout 3\nerror 3\n\n[It ended with exit code 3.]",
      command: { code: 3 },
      ms: expect.any(Number),
    });
    expect(await bash("true")).toMatchObject({ text: "(It printed nothing.)", command: { code: 0 } });
    expect(await bash("kill -SEGV $$")).toMatchObject({
      text: expect.stringContaining("[The signal SIGSEGV ended it.]"),
      command: { code: null },
    });
  });

  it("[AG-1] runs in bash and in the folder, without input, and can open its outputs by name", async () => {
    const { text } = await bash(
      'pwd; [[ -n "$BASH_VERSION" ]] && echo bash; cat; read -r line || echo nothing; echo named >/dev/stderr; echo again >/dev/stdout',
    );
    expect(text).toBe(`${folder}\nbash\nnothing\nnamed\nagain`);
  });

  it("[AG-1] sees nothing of Braid's own environment but what every program needs", async () => {
    process.env.SOME_PROVIDER_API_KEY = "sk-secret";
    process.env.BASH_ENV = join(folder, "evil");
    process.env.LC_TIME = "C";
    await writeFile(join(folder, "evil"), "echo evil");
    try {
      const { text } = await bash("env; tr '\\0' '\\n' < /proc/$$/environ");
      const names = new Set(text.split("\n").map((line) => line.split("=")[0]));
      expect(text).not.toContain("secret");
      expect(text).not.toContain("evil");
      const allowed =
        "PATH USER LOGNAME SHELL LANG TZ TMPDIR SSH_AUTH_SOCK LC_TIME HOME TERM NO_COLOR GIT_TERMINAL_PROMPT";
      const shell = "PAGER BRAID_CALL PWD OLDPWD SHLVL _";
      const others = [...names].filter((name = "") => !`${allowed} ${shell}`.split(" ").includes(name));
      expect(others.filter((name = "") => !/^LC_|_proxy$/i.test(name))).toEqual([]);
      expect(text).toContain("LC_TIME=C");
      expect(text).toContain(`HOME=${join(folder, "..")}`);
    } finally {
      delete process.env.SOME_PROVIDER_API_KEY;
      delete process.env.BASH_ENV;
      delete process.env.LC_TIME;
    }
  });

  it("[PM-4] says what it needs: each command in it, and each file that it writes", async () => {
    const place = {
      session_id: "ses_one" as SessionId,
      tool_call_id: "call_1",
      signal: new AbortController().signal,
    };
    const command = "git status && echo $(rm -rf ~/x) > out.txt";
    const checked = await tool.check?.({ command }, { ...place, workspace_root: folder });
    const needs = checked?.needs.map(({ permission, target }) => `${permission} ${target}`);
    expect(needs).toContain("command git status");
    expect(needs).toContain("command rm -rf ~/x");
    expect(needs).toContain(`edit ${join(folder, "out.txt")}`);
  });

  it("[AG-1] a command that cannot run says why", async () => {
    await expect(bash("echo \0")).rejects.toThrow("NUL");
    await expect(bash("x".repeat(200_000))).rejects.toThrow("write a script to a file");
    await expect(bash("true", { timeout_ms: 600_001 })).rejects.toThrow("600000");
    expect((await bash(`: ${"x".repeat(99_000)}`)).command).toEqual({ code: 0 });
    await rm(folder, { recursive: true });
    await expect(bash("true")).rejects.toThrow("is not there any more");
  });
});

describe("output", () => {
  it("[AG-1] a character that comes in two pieces stays whole", async () => {
    const { text } = await bash(
      "printf 'gr\\xc3'; sleep 0.05; printf '\\xbcn \\xe6\\xbc'; sleep 0.05; printf '\\xa2'",
    );
    expect(text).toBe("grün 漢");
  });

  it("[AG-1b] of a long output the beginning and the end are shown, and the whole is in a file", async () => {
    const { text, kept } = await bash("seq 1 200000; echo the end >&2");
    const whole = `${Array.from({ length: 200_000 }, (_, at) => `${at + 1}\n`).join("")}the end\n`;
    expect(text.length).toBeLessThan(31_000);
    expect(text.startsWith(whole.slice(0, 10_000))).toBe(true);
    expect(text.endsWith(whole.slice(-20_000).trimEnd())).toBe(true);
    expect(text).toContain(
      `[${(whole.length - 30_000).toLocaleString("en")} characters left out here. Read on in ${kept?.path},`,
    );
    expect(kept?.characters).toBe(whole.length);
    expect(await readFile(kept?.path ?? "", "utf8")).toBe(whole);
    expect(await keptOutputAt(data_dir, "ses_one", kept?.path ?? "")).toBe(kept?.path);
    expect((await stat(kept?.path ?? "")).mode & 0o777).toBe(0o600);
  });

  it("[AG-1] an output that just fits makes no file", async () => {
    const { text, kept } = await bash("head -c 30000 /dev/zero | tr '\\0' x");
    expect(text).toBe("x".repeat(30_000));
    expect(kept).toBeUndefined();
    expect(await readdir(data_dir)).toEqual(["tool-runs"]);
  });

  it("[AG-1] 60 MB cost little memory and 50 MB of disk, and the command goes on to its end", async () => {
    let result: ToolResult | undefined;
    const held = await mostHeld(async () => {
      result = await bash("yes abcdefg | head -c 60000000; echo; echo last; exit 4");
    });
    expect(held).toBeLessThan(30 * 1024 * 1024);
    const { text, kept, command } = result as ToolResult;
    expect(command).toEqual({ code: 4 });
    expect(text).toContain("holds the first 50 MB of the output.");
    expect(text).toMatch(/last\n\n\[It ended with exit code 4\.\]$/);
    expect((await stat(kept?.path ?? "")).size).toBe(50 * 1024 * 1024);
  });

  it("[AG-1] a command that prints without end leaves the input thread free", async () => {
    let turns = 0;
    const beat = setInterval(() => (turns += 1), 1);
    const result = await bash("yes", { timeout_ms: 800 });
    clearInterval(beat);
    expect(result.command).toEqual({ code: null, timed_out_ms: 800 });
    // A thread that was held for all of that time would have one.
    expect(turns).toBeGreaterThan(20);
  });

  it("[AG-1] a file that cannot be written does not end the command", async () => {
    await writeFile(join(data_dir, "tool-outputs"), "in the way");
    const { text, kept, command } = await bash("seq 1 100000; echo done");
    expect(command).toEqual({ code: 0 });
    expect(text).toContain("The output could not be kept: ENOTDIR");
    expect(text.endsWith("100000\ndone")).toBe(true);
    expect(kept).toBeUndefined();
  });

  it("[AG-1] a data folder that takes nothing at all does not end the command", async () => {
    await writeFile(join(data_dir, "tool-runs"), "in the way");
    expect(await bash("echo out; echo error >&2; echo out")).toMatchObject({ command: { code: 0 } });
  });

  it("[AG-1] the end of what it prints is shown while it runs, and no more than that", async () => {
    const shown: string[] = [];
    const stop = new AbortController();
    const stopped = bash("seq 1 100000; printf 'working 1%%\\rworking 2%%'; sleep 100", {
      signal: stop.signal,
      report: ({ text }) => {
        shown.push(text);
        if (text.endsWith("working 2%")) stop.abort(new Error("seen"));
      },
    });
    await expect(stopped).rejects.toThrow("seen");
    expect(shown.at(-1)?.length).toBe(4_000);
    expect(shown.at(-1)).toContain("99999\n100000\nworking 2%");
  });
});

describe("stop", () => {
  /** Stops a command as soon as its file `ready` is there; returns the mark, and the milliseconds until all was gone. */
  async function stopped(command: string): Promise<{ mark: string; ms: number }> {
    const stop = new AbortController();
    const ended = bash(`echo $BRAID_CALL > mark; ${command}`, { signal: stop.signal });
    const failed = expect(ended).rejects.toThrow("stopped");
    const mark = await written("mark");
    await written("ready");
    // A process that becomes another program shows no environment for a moment.
    await expect.poll(() => processesWith(mark)).not.toEqual([]);
    // Other tests run beside this one, and some of these commands take all of the machine.
    const begun = ownTime();
    stop.abort(new Error("stopped"));
    await failed;
    return { mark, ms: ownTime() - begun };
  }

  const time = longTime();
  /** Nothing of one test may be taken for something of the next. */
  afterEach(async () => {
    for (const pid of await processesWith(time)) process.kill(Number(pid), "SIGKILL");
  });

  /** Commands that start themselves anew end after a minute. Otherwise a killed run of these tests would keep a core busy for ever. */
  const STUBBORN: [name: string, command: string][] = [
    ["an ordinary one", `sh -c 'echo 1 > ready; exec sleep ${time}'`],
    [
      "one that ignores TERM",
      `trap '' TERM INT HUP; sh -c "trap '' TERM; echo 1 > ready; while :; do sleep ${time}; done"`,
    ],
    [
      "one in a session of its own",
      `setsid sh -c "trap '' TERM; echo 1 > ready; sleep ${time}" & sleep ${time}`,
    ],
    [
      "one that has forked twice and belongs to nobody",
      `perl -MPOSIX -e '$SIG{TERM} = "IGNORE"; exit if fork; POSIX::setsid(); exit if fork; open F, ">", "ready"; print F "1\\n"; close F; sleep ${time}'; sleep ${time}`,
    ],
    [
      "one that has thrown its environment away",
      `env -i sh -c "echo 1 > ready; trap '' TERM; sleep ${time}" & sleep ${time}`,
    ],
    [
      "one that has thrown its environment away and belongs to nobody",
      `(setsid env -i sh -c "trap '' TERM; echo 1 > ready; sleep ${time}" &); sleep ${time}`,
    ],
    [
      "one that is always another",
      `export end=$((EPOCHSECONDS + 60)); hop() { [ $EPOCHSECONDS -lt $end ] || exit; echo 1 >> ready; (setsid bash -c hop >/dev/null 2>&1 &); }; export -f hop; hop; sleep ${time}`,
    ],
    [
      "one that is another every half millisecond",
      `perl -MPOSIX -e '$SIG{TERM} = "IGNORE"; open F, ">", "ready"; print F "1\\n"; close F; while (time < $^T + 60) { exit if fork; POSIX::setsid(); select undef, undef, undef, 0.0005 }' ${time} </dev/null >/dev/null 2>&1; sleep ${time}`,
    ],
    [
      "one that makes more and more, each in a session of its own",
      `grow() { trap '' TERM; echo 1 >> ready; if [ $1 -gt 0 ]; then for n in 1 2 3 4; do setsid bash -c "sleep 0.1; grow $(($1 - 1))" & done; fi; sleep ${time}; }; export -f grow; grow 3`,
    ],
    ["one that is asleep", `sh -c 'echo 1 > ready; kill -STOP $$; sleep ${time}'`],
  ];

  it.each(STUBBORN)("[AG-1d, AB-1] nothing of it is left within 2 s: %s", async (_, command) => {
    const { mark, ms } = await stopped(command);
    expect(await processesWith(mark)).toEqual([]);
    expect(await processesWith(time)).toEqual([]);
    expect(ms).toBeLessThan(2_000);
    expect(await readdir(join(data_dir, "tool-runs"))).toEqual([]);
  });

  it("[AB-1] a stop before the start starts nothing", async () => {
    const gone = AbortSignal.abort(new Error("too late"));
    await expect(bash("echo 1 > ready", { signal: gone })).rejects.toThrow("too late");
    expect(await readdir(folder)).toEqual([]);
  });

  it("[AB-1] the time limit ends it, and says so", async () => {
    const result = await bash(`echo begun; sleep ${time}`, { timeout_ms: 200 });
    expect(result).toMatchObject({
      text: "begun\n\n[It took longer than 200 ms and was ended. Its work may be half done.]",
      command: { code: null, timed_out_ms: 200 },
    });
    expect(await processesWith(time)).toEqual([]);
  });

  it("[AB-1] a program that ends well at a TERM may say its last words", async () => {
    // The shell answers a signal while it waits, and needs no further process for its word.
    const program = "trap 'echo cleaned; exit 0' TERM; echo begun; sleep 300 & wait";
    const texts: string[] = [];
    // A busy machine may take longer to the trap, or to the word, than one round gives it: each gives three times as much.
    for (let limit = 300; limit < 30_000 && !texts.some((text) => text.includes("cleaned")); limit *= 3)
      texts.push((await bash(program, { timeout_ms: limit })).text);
    expect(texts.at(-1)).toMatch(/^begun\n(Terminated\n)?cleaned\n/);
  });
});

describe("what the shell leaves behind", () => {
  it("[AB-1] a child that holds the output does not hold the tool up, and is ended", async () => {
    const time = longTime();
    const { text, command } = await bash(`sleep ${time} & sleep ${time} & echo started`);
    expect(text).toBe("started\n\n[2 processes were still running in the background and ended.]");
    expect(command).toEqual({ code: 0 });
    expect(await processesWith(time)).toEqual([]);
  });

  it("[AB-1] one that holds nothing is ended as well, wherever it went", async () => {
    const time = longTime();
    const { text } = await bash(`(setsid nohup sleep ${time} >/dev/null 2>&1 &); echo started`);
    expect(text).toBe("started\n\n[1 process was still running in the background and ended.]");
    expect(await processesWith(time)).toEqual([]);
  });

  it("[AG-1] what still prints in the second after the shell's end is read", async () => {
    // `$$` is the shell in a subshell as well: it prints as soon as that has gone.
    const late = "(while kill -0 $$; do :; done 2>/dev/null; echo late)";
    expect((await bash(`${late} & echo early`)).text).toBe("early\nlate");
  });

  it("[AB-1] other processes of the user are left alone, though they name the mark", async () => {
    const time = longTime();
    const other = spawn("sleep", [time], { env: { OTHER: "BRAID_CALL=x", BRAID_CALL: "another" } });
    await once(other, "spawn");
    await bash("sleep 100 & echo $BRAID_CALL");
    expect(await processesWith(time)).toEqual([String(other.pid)]);
    other.kill("SIGKILL");
    await once(other, "exit");
  });
});

describe("after a crash", () => {
  const mark = "0123456789abcdef0123456789abcdef";

  it("[AB-1] the next start ends what is left with a mark, and nothing else", async () => {
    const time = longTime();
    await mkdir(join(data_dir, "tool-runs"));
    await writeFile(join(data_dir, "tool-runs", mark), "");
    await writeFile(join(data_dir, "tool-runs", `${mark}.pipe`), "");
    await writeFile(join(data_dir, "tool-runs", "notes"), "");
    const start = (value: string) =>
      spawn("sh", ["-c", `trap '' TERM; echo on; sleep ${time}`], {
        env: { PATH: process.env.PATH, BRAID_CALL: value },
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
      });
    const left = start(mark);
    const other = start(`${mark}0`);
    await Promise.all([once(left.stdout, "data"), once(other.stdout, "data")]);
    const gone = once(left, "exit");
    expect(await sweepLeftovers(data_dir)).toBeGreaterThan(0);
    await gone;
    expect(await processesWith(`BRAID_CALL=${mark}\0`)).toEqual([]);
    expect(await processesWith(`BRAID_CALL=${mark}0`)).not.toEqual([]);
    expect(await readdir(join(data_dir, "tool-runs"))).toEqual(["notes"]);
    process.kill(-(other.pid ?? 0), "SIGKILL");
    await once(other, "exit");
  });

  it("[AB-1] a command that runs is not taken for one that was left", async () => {
    const stop = new AbortController();
    const running = bash("echo $BRAID_CALL > mark; while [ ! -e swept ]; do sleep 0.02; done; echo whole", {
      signal: stop.signal,
    });
    await written("mark");
    expect(await sweepLeftovers(data_dir)).toBe(0);
    await writeFile(join(folder, "swept"), "");
    expect((await running).text).toBe("whole");
  });

  it("[AB-1] without a folder there is nothing to sweep", async () => {
    expect(await sweepLeftovers(join(data_dir, "none"))).toBe(0);
  });
});
