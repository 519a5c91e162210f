/** A process is killed in the midst of indexing: what the index has by then is whole, the next start goes on with it, and nothing is left over. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fillRows } from "../../../e2e/fixtures/many-rows";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { identityOf } from "../database/folder";
import { childScript } from "../testing/child-script";
import { opened, stranger } from "../testing/stores";
import { tick } from "../testing/talk";
import { openIndex, searchFile, ZONES } from "./index-file";
import { Searching } from "./searching";
import { deed, queriesFrom, type Random, randomly } from "./testing/deeds";
import { scan, searched } from "./testing/scan";

/** In turn of two kinds of index; each kind is struck in each quarter of its writes, and asked each share of the queries. */
const KILLS = 8;
/** Each kill starts a process. */
const LONG = 300_000;
/** Enough to be read in several steps, and for the index to be joined and packed at the end. */
const MESSAGES = 1100;

/** Runs the index's work in a process. Returns what it says, at its nth write or, without one, at its end. */
async function indexed(file: string, write?: number): Promise<string> {
  const temporary = join(dirname(file), "..", "temporary");
  mkdirSync(temporary, { recursive: true });
  const child = spawn(process.execPath, [childScript("index-child"), file, String(write ?? 0)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: temporary, SQLITE_TMPDIR: temporary },
  });
  const exited = once(child, "exit");
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  if (write !== undefined) child.kill("SIGKILL");
  await exited;
  expect(readdirSync(temporary)).toEqual([]);
  return said.toString().trim();
}

async function built(count: number) {
  const here = opened();
  const sessions: SessionId[] = [];
  const random = randomly(count);
  for (let n = 0; n < 40; n++) await deed(here.store, random, sessions);
  await here.close();
  const db = stranger(here.file, { readonly: false });
  fillRows(db, 0, 1, count);
  db.close();
  return { file: here.file, sessions, random };
}

/** Much is done while nobody listens. */
async function changed(file: string, random: Random, sessions: SessionId[]): Promise<void> {
  const deaf = opened(file);
  for (let n = 0; n < 6; n++) await deed(deaf.store, random, sessions);
  await deaf.close();
}

interface Left {
  docs: number;
  inode: number;
}

/** Looks at the index as a kill has left it: every document has all of its words, and no words are without a document. */
function wholeIndex(file: string): Left {
  const { ino: inode } = statSync(searchFile(file));
  const index = openIndex(searchFile(file));
  index.exec("INSERT INTO words (words) VALUES ('integrity-check')");
  const rows = (sql: string) => index.prepare<[], number>(sql).pluck().all();
  expect(rows("PRAGMA integrity_check")).toEqual(["ok"]);
  const docs = rows("SELECT doc FROM docs ORDER BY doc");
  const worded = rows(`SELECT DISTINCT rowid / ${ZONES.length} AS doc FROM words ORDER BY doc`);
  index.close();
  expect(worded.filter((doc) => !docs.includes(doc))).toEqual([]);
  expect(statSync(searchFile(file)).ino).toBe(inode);
  return { docs: docs.length, inode };
}

const BEGUN = tick();

/** Each query is compared with a scan of all messages, so after each kill every fourth is asked, in turn. */
const SHARES = KILLS / 2;

/** Does the rest of the work here, and asks a share of the queries. */
async function askedAfter(file: string, share: number): Promise<void> {
  const searching = new Searching({ file, identity: identityOf(file), compare: true });
  while (searching.step());
  const scanned = scan(file);
  for (const query of queriesFrom(BEGUN).filter((_, at) => at % SHARES === share)) {
    const found = await searched((request) => searching.search(request), query, 2000);
    expect({ query, found }).toEqual({ query, found: scanned(query) });
  }
  const { results } = searching.search({ text: "message 7", order: "newest", limit: 5 });
  expect(results).toHaveLength(5);
  searching.close();
}

test(
  "[SE-5a] [DB-10e] killed in the midst of indexing, the index is whole as far as it came, and the next start completes it",
  async () => {
    const { file, sessions, random } = await built(MESSAGES);
    const writes = Number(await indexed(file));
    const all = wholeIndex(file).docs;
    const partly: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      // In turn: an index that is made anew, and one that lacks older messages, which send the newer ones to new numbers.
      const isNew = kill % 2 === 0;
      const share = Math.floor(kill / 2);
      if (isNew) rmSync(searchFile(file));
      const before = isNew ? 0 : wholeIndex(file).docs;
      await changed(file, random, sessions);
      const write = 1 + Math.floor(((share + Math.random()) * writes) / SHARES);
      await indexed(file, write);
      const left = wholeIndex(file);
      if (left.docs > before && left.docs < all) partly.push(left.docs);
      await askedAfter(file, share);
      expect(statSync(searchFile(file)).ino, `killed at write ${write}`).toBe(left.inode);
      expect(readdirSync(dirname(file)).filter((name) => name.startsWith("search"))).toEqual(["search.db"]);
    }
    expect(partly.length).toBeGreaterThan(0);
  },
  LONG,
);
