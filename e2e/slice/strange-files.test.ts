/** Anything may stand in the data folder: each start ends in time, with the app or with a reason, and leaves what it found as it was. */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../src-main/store/database/connection";
import { childScript } from "../../src-main/store/testing/child-script";
import { RESOURCES } from "./slice";

interface Told {
  problems: string[];
  notices: string[];
  secrets_unreadable: boolean;
  windows?: unknown;
  sessions: number;
  refused?: string;
  cpu_ms: number;
}

/** For what hangs. */
const HANGS_MS = 30_000;
/** CPU time above that of a start on an empty folder; sixty megabytes that were read would take as much again. */
const MORE_CPU_MS = 4000;

/** All starts are those of one process: where one hangs, the next is that of another. */
let child: ChildProcess | undefined;
let root: string;
let usual_ms: number;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "braid-strange-"));
  // The first of all loads the code.
  for (const name of ["first", "usual"]) usual_ms = (await start(folderFor(name))).cpu_ms;
});
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

function folderFor(name: string): string {
  const folder = join(root, name.replaceAll(/\W+/g, "-"), "data");
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function start(folder: string): Promise<Told> {
  child ??= fork(childScript("start-child"), [RESOURCES]);
  const asked = child;
  const limit = setTimeout(() => asked.kill("SIGKILL"), HANGS_MS);
  const told = new Promise<Told>((resolve, reject) => {
    asked.once("message", (message) => resolve(message as Told));
    asked.once("exit", (code, signal) => {
      child = undefined;
      reject(new Error(`the start ended with ${code ?? signal}`));
    });
  });
  asked.send(folder);
  try {
    return await told;
  } finally {
    clearTimeout(limit);
    for (const event of ["message", "exit"]) asked.removeAllListeners(event);
  }
}

/** Describes a thing without waiting for it: its kind, its place and, of a small file, its bytes. */
function looks(path: string): unknown {
  const found = lstatSync(path);
  const kind = [
    found.ino,
    found.mode,
    found.isDirectory() ? 0 : found.size,
    found.isFile() ? found.mtimeMs : 0,
  ];
  if (found.isSymbolicLink()) return [...kind, readlinkSync(path)];
  if (found.isDirectory()) return [...kind, readdirSync(path)];
  return found.isFile() && found.size < 1e6 ? [...kind, readFileSync(path, "latin1")] : kind;
}

type Make = (path: string) => void;
const text =
  (words: string): Make =>
  (path) =>
    writeFileSync(path, words);
const folder: Make = (path) => void mkdirSync(path);
const pipe: Make = (path) => void execFileSync("mkfifo", [path]);
const device: Make = (path) => symlinkSync("/dev/zero", path);
const dangling: Make = (path) => symlinkSync(join(dirname(path), "nowhere"), path);
const itself: Make = (path) => symlinkSync(path, path);
const large: Make = (path) => {
  writeFileSync(path, "");
  truncateSync(path, 60_000_000);
};
const socket: Make = (path) =>
  void execFileSync(
    process.execPath,
    ["-e", `require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, 9))`, path],
    {
      stdio: "ignore",
      // The child kills itself, so that the socket stays.
    },
  );
const leaving =
  (make: Make): Make =>
  (path) => {
    try {
      make(path);
    } catch {
      lstatSync(path);
    }
  };
const elsewhere: Make = (path) => {
  mkdirSync(join(dirname(dirname(path)), "elsewhere"), { recursive: true });
  symlinkSync("../elsewhere", path);
};
const sql =
  (...statements: string[]): Make =>
  (path) => {
    const db = openDatabase(path);
    for (const statement of statements) db.exec(statement);
    db.close();
  };
const many = <T>(length: number, of: (n: number) => T): T[] => Array.from({ length }, (_, n) => of(n));
const models = many(50_000, (n) => ({ id: `m${n}` }));

/** A thing in the place of a file, and what the user is told of it: as a problem of the settings, a notice, or a refusal to start. */
const PROBLEMS: [name: string, make: Make, told: string][] = [
  ["a folder", folder, "settings.json: is a folder; the defaults apply"],
  ["a pipe", pipe, "is no ordinary file"],
  ["a device", device, "is no ordinary file"],
  ["a socket", leaving(socket), "is no ordinary file"],
  ["a link to nothing", dangling, "is a link to something that is not there"],
  ["a link to itself", itself, "is a link that leads to itself"],
  ["60 MB of zeros", large, "is larger than 4 MB"],
  ["60 MB of blanks", text(" ".repeat(60_000_000)), "is larger than 4 MB"],
  ["20,000 lists in each other", text("[".repeat(20_000)), "deeper than 64 levels"],
  ["20,000 objects in each other", text('{"run":'.repeat(20_000)), "deeper than 64 levels"],
  [
    "50,000 models",
    text(JSON.stringify({ providers: [{ id: "o", type: "ollama", models }] })),
    "more models than",
  ],
  [
    "20,000 providers",
    text(JSON.stringify({ providers: many(20_000, (n) => ({ id: `p${n}`, type: "ollama" })) })),
    "more than 100",
  ],
  [
    "names of JavaScript",
    text('{"constructor": 1, "__proto__": {"run": 1}, "toString": {}}'),
    "constructor: is not a setting",
  ],
  ["a list", text("[]"), "must be one object"],
  ["a number", text("3"), "must be one object"],
  ["UTF-16", (path) => writeFileSync(path, Buffer.from('\uFEFF{"run": {}}', "utf16le")), "settings.json:1:1"],
  [
    "bytes of another program",
    (path) => writeFileSync(path, Buffer.from(many(5000, (n) => (n * 197) % 256))),
    "settings.json:1:",
  ],
];

const QUIET: [name: string, file: string, make: Make][] = [
  [
    "a provider called constructor",
    "settings.json",
    text('{"providers": [{"id": "constructor", "type": "ollama", "models": [{"id": "__proto__"}]}]}'),
  ],
  ["settings that are empty", "settings.json", text("")],
  ["settings of blanks", "settings.json", text(" \n".repeat(1_000_000))],
  ["a cache of garbage", "models-cache.json", text("{{{{")],
  ["a cache of 60 MB", "models-cache.json", large],
  ["a cache of null", "models-cache.json", text("null")],
  ["a cache of depth", "models-cache.json", text("[".repeat(200_000))],
  ["a commit ledger of garbage", "braid.db-witness", text("\0\0{]")],
  ["a window.json, which is nothing of Braid's", "window.json", text("{{{{")],
  ["a window.json that is a pipe", "window.json", pipe],
];

const NOTICES: [name: string, file: string, make: Make, told: string][] = [
  ...(["folder", "pipe", "device", "dangling", "itself"] as const).flatMap((kind) => {
    const make = { folder, pipe, device, dangling, itself }[kind];
    const told = {
      folder: "is a folder",
      pipe: "no ordinary",
      device: "no ordinary",
      dangling: "not there",
      itself: "to itself",
    }[kind];
    return ["secrets.json", "models-cache.json", "braid.db-witness"].map(
      (file): [string, string, Make, string] => [
        kind,
        file,
        make,
        `${file} ${told.startsWith("is") ? told : ""}`.trim(),
      ],
    );
  }),
  ["a file", "backups", text("mine"), "backups is a file where a folder should be"],
  ["a pipe", "backups", pipe, "backups is no ordinary file"],
  ["a link to nothing", "backups", dangling, "backups is a link to something"],
  ["a link to itself", "backups", itself, "backups is a link that leads"],
  ["a file", "logs", text("mine"), "logs is a file where a folder should be"],
  ["a link elsewhere", "logs", elsewhere, "logs is a link to another folder"],
  ["a file", "chromium", text("mine"), "chromium is a file where a folder should be"],
];

const REFUSED: [name: string, file: string, make: Make, told: string][] = [
  ["a folder", "braid.db", folder, "but that is a folder"],
  ["a pipe", "braid.db", pipe, "but that is no ordinary file"],
  ["a device", "braid.db", device, "but that is no ordinary file"],
  ["a link to nothing", "braid.db", dangling, "If the disk it leads to is not connected"],
  ["a link to itself", "braid.db", itself, "but that is a link that leads to itself"],
  [
    "another program's database",
    "braid.db",
    sql("CREATE TABLE theirs (a)", "INSERT INTO theirs VALUES (1)"),
    "of another program",
  ],
  [
    "another's, with a version",
    "braid.db",
    sql("CREATE TABLE theirs (a)", "PRAGMA user_version = 9999"),
    "of another program",
  ],
  [
    "another's, with a log",
    "braid.db",
    sql("PRAGMA journal_mode = WAL", "CREATE TABLE theirs (a)"),
    "of another program",
  ],
  ["a folder", "braid.db-wal", folder, "braid.db-wal, but that is a folder"],
  ["a pipe", "braid.db-wal", pipe, "braid.db-wal, but that is no ordinary"],
  ["a folder", "braid.db-shm", folder, "braid.db-shm, but that is a folder"],
  ["a folder", "braid.db-journal", folder, "braid.db-journal, but that is a folder"],
];

async function startOn(file: string, make: Make, name: string): Promise<{ told: Told; same: () => void }> {
  const data = folderFor(`${file} ${name}`);
  const path = join(data, file);
  make(path);
  const before = looks(path);
  const told = await start(data);
  expect(told.cpu_ms, "CPU time of the start").toBeLessThan(usual_ms + MORE_CPU_MS);
  return { told, same: () => expect(looks(path)).toEqual(before) };
}

test.each(PROBLEMS)("settings.json is %s: told, and left as it is", async (name, make, words) => {
  const { told, same } = await startOn("settings.json", make, name);
  expect(told.problems.join("\n")).toContain(words);
  expect(told.notices).toEqual([]);
  same();
});

test.each(QUIET)("%s costs nothing", async (name, file, make) => {
  const { told, same } = await startOn(file, make, name);
  expect([told.refused, told.problems, told.notices]).toEqual([undefined, [], []]);
  // Braid itself writes this file when it starts.
  if (file !== "braid.db-witness") same();
});

test.each(NOTICES)("%s in the place of %s: told, and left as it is", async (name, file, make, words) => {
  const { told, same } = await startOn(file, make, name);
  expect(told.notices.join("\n")).toContain(words);
  expect(told.notices.join("\n")).toContain(`Move ${file} away`);
  if (file === "secrets.json") expect(told.secrets_unreadable).toBe(true);
  same();
});

test.each(REFUSED)(
  "%s in the place of %s: no start, with the reason, and left as it is",
  async (name, file, make, words) => {
    const { told, same } = await startOn(file, make, name);
    expect(told.refused).toContain(words);
    expect(told.refused).toMatch(/Move it away|remove the link/);
    same();
  },
);

test.each([
  ["garbage", text("{{{")],
  ["null", text("null")],
  ["depth", text("[".repeat(200_000))],
  ["60 MB", large],
])("secrets.json of %s: its keys are told to be unreadable", async (name, make) => {
  const { told, same } = await startOn("secrets.json", make, name);
  expect(told.secrets_unreadable).toBe(true);
  same();
});

describe("beside that", () => {
  test.each([
    ["a folder", folder],
    ["a pipe", pipe],
  ])("%s called as a backup is none", async (name, make) => {
    const data = folderFor(`backup ${name}`);
    mkdirSync(join(data, "backups"));
    const path = join(data, "backups/braid-2026-01-01T000000.db");
    make(path);
    const before = looks(path);
    expect(await start(data)).toMatchObject({ problems: [], notices: [] });
    expect(looks(path)).toEqual(before);
  });

  test("a folder in the place where a recovery would be made stays", async () => {
    const data = folderFor("recovering");
    mkdirSync(join(data, "braid.db.recovering/mine"), { recursive: true });
    expect(await start(data)).toMatchObject({ problems: [], notices: [] });
    expect(readdirSync(join(data, "braid.db.recovering"))).toEqual(["mine"]);
  });

  test("[SV-8] a text in the place of the database is set aside, and told as what it is", async () => {
    const data = folderFor("text");
    writeFileSync(join(data, "braid.db"), "A letter to my aunt. ".repeat(99));
    const { notices } = await start(data);
    expect(notices.join()).toContain("is no database: it is another program's, or badly damaged");
    const aside = readdirSync(data).find((name) => name.startsWith("braid.db.set-aside-")) ?? "";
    expect(readFileSync(join(data, aside), "utf8")).toContain("my aunt");
  });

  test("a database that is linked from elsewhere is used where it is", async () => {
    const data = folderFor("linked");
    await start(data);
    execFileSync("mv", [join(data, "braid.db"), join(data, "../real.db")]);
    symlinkSync("../real.db", join(data, "braid.db"));
    expect(await start(data)).toMatchObject({ problems: [], notices: [] });
    expect(lstatSync(join(data, "braid.db")).isSymbolicLink()).toBe(true);
  });

  test.each([
    ["windows", "{{{"],
    ["windows", '"x"'],
    ["windows", ""],
    ["store.recovery", "{{{"],
    ["store.recovery", "5"],
    ["store.recovery", '{"aside": "../../etc/passwd", "at": 1}'],
    ["store.recovery", '{"aside": 1}'],
    ["store.synced_commits", "many"],
  ])("the fact %s may say %j", async (key, value) => {
    const data = folderFor(`fact ${key} ${value.length}`);
    await start(data);
    sql(`INSERT OR REPLACE INTO app_state (key, value_json) VALUES ('${key}', '${value}')`)(
      join(data, "braid.db"),
    );
    expect(await start(data)).toMatchObject({ problems: [], notices: [] });
  });
});
