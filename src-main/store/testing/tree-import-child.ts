/**
 * Plans and imports a tree of many lines, in a process whose memory its parent bounds, and prints what came, how much memory the process had
 * at most (before it began, after the plan, and at its end), and how long the database's log was at most, all in MiB.
 */
import { createWriteStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openStore } from "..";
import { importSessions } from "../exchange/import/import";
import { planImport } from "../exchange/import/reading";

const [folder = "", lines = "", width = ""] = process.argv.slice(2);
const LINES = Number(lines);
const WORDS = "Words that were said, „Grüße“ among them. ".repeat(150).slice(0, Number(width));
const BEGUN = Date.UTC(2025, 0, 1);

const dateOf = (n: number): string => new Date(BEGUN + 1000 * n).toISOString();

/** Questions and answers; every hundredth question is asked anew on a branch, and every twenty thousandth line is a summary. */
function entryOf(n: number): object {
  const entry = {
    id: n.toString(16).padStart(8, "0"),
    parentId: n === 0 ? null : (n - (n % 200 === 100 ? 3 : 1)).toString(16).padStart(8, "0"),
    timestamp: dateOf(n),
  };
  if (n % 20_000 === 19_999)
    return {
      ...entry,
      type: "compaction",
      summary: "Before.",
      firstKeptEntryId: (n - 10).toString(16).padStart(8, "0"),
    };
  const content = [{ type: "text", text: WORDS }];
  const answer = { role: "assistant", content, provider: "acme", model: "one", stopReason: "stop" };
  return { ...entry, type: "message", message: n % 2 === 0 ? { role: "user", content } : answer };
}

function* pieces(): Iterable<string> {
  const header = { type: "session", version: 3, id: "long", timestamp: dateOf(0), cwd: "/" };
  yield `${JSON.stringify(header)}\n`;
  for (let n = 0; n < LINES; n++) yield `${JSON.stringify(entryOf(n))}\n`;
}

let log = 0;
/** Looks at the log each time that the import tells its progress. */
const looked = () => {
  log = Math.max(log, statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
};
/** Tells the most memory that this program had, in MiB. `resourceUsage` would count the memory of the process that has started it. */
const peak = (): number => {
  const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return Math.round((kib === undefined ? process.resourceUsage().maxRSS : Number(kib)) / 1024);
};

const path = join(folder, "long.jsonl");
await pipeline(Readable.from(pieces()), createWriteStream(path));
const file = join(folder, "data", "braid.db");
openStore({ file }).store.close();
const job = { file, paths: [path], now: Date.now() };
const alone = { isCancelled: () => false, onProgress: () => undefined };
const before = peak();
const began = process.cpuUsage();
const plan = await planImport(job, alone);
const planned = peak();
const { session_ids } = await importSessions(job, { ...alone, onProgress: looked });
const { user, system } = process.cpuUsage(began);
const found = { sessions: session_ids.length, messages: plan.sessions[0]?.messages, broken: plan.broken };
console.log(
  JSON.stringify({
    ...found,
    mib: [before, planned, peak()],
    log: Math.round(log / 2 ** 20),
    seconds: Math.round((user + system) / 1e6),
  }),
);
