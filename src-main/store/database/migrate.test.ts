import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { saying } from "../../../e2e/fixtures/saying";
import { openStore } from "..";
import { childScript } from "../testing/child-script";
import { EXTENSION } from "../testing/extension";
import { ask, freshFile, freshFolder, opened, stranger } from "../testing/stores";
import { wholeTurn } from "../testing/talk";
import { openDatabase } from "./connection";
import { migrate, SCHEMA_VERSION, userVersion } from "./migrate";
import { migrations } from "./migrations";

const LATER = [...migrations, EXTENSION];

/** A database of this version with a talk in it, closed; and how to see that it is all there and usable. */
async function talked() {
  const { file, store, close } = opened();
  const { session_id } = wholeTurn(store);
  const before = store.visibleMessages(session_id);
  await close();
  const schema = schemaOf(file);
  return {
    file,
    stillWorks: async () => {
      expect(schemaOf(file)).toEqual(schema);
      const again = opened(file);
      expect(again.notices).toEqual([]);
      expect(again.store.visibleMessages(session_id)).toEqual(before);
      wholeTurn(again.store, session_id);
      expect(again.store.visibleMessages(session_id)).toHaveLength(4);
      await again.close();
    },
  };
}

const schemaOf = (file: string) =>
  ask(file, "SELECT sql FROM sqlite_schema ORDER BY name").map(({ sql }) => sql);

describe("a migration", () => {
  it.each(EXTENSION.statements.map((sql, index) => ({ index, sql })))(
    "[DB-6e] that fails at statement $index leaves the old schema and its data usable",
    async ({ index }) => {
      const { file, stillWorks } = await talked();
      const db = openDatabase(file);
      const broken = {
        name: "later",
        statements: EXTENSION.statements.toSpliced(index, 0, "SELECT 1 FROM nowhere"),
      };
      expect(() => migrate(db, [...migrations, broken])).toThrow("nowhere");
      expect(userVersion(db)).toBe(SCHEMA_VERSION);
      db.close();
      await stillWorks();
    },
  );

  it.each([0, 2, 4, 5])(
    "[DB-6e] whose process is killed before statement %i leaves the old schema and its data usable",
    async (index) => {
      const { file, stillWorks } = await talked();
      await killedAt(file, index);
      await stillWorks();
    },
  );

  it.each([0, 7, 20])(
    "[DB-6] of a new database, killed before statement %i, is done at the next start",
    async (index) => {
      const file = freshFile();
      await opened(file).close();
      // A database as the first start leaves it when it dies at once: made, configured, empty.
      const empty = join(freshFolder(), "braid.db");
      openDatabase(empty).pragma("journal_mode = WAL");
      await killedAt(empty, index);
      const { store } = opened(empty);
      wholeTurn(store);
      expect(schemaOf(empty)).toEqual(schemaOf(file));
    },
  );

  it("[DB-6] runs once, in order, and keeps what is there", async () => {
    const { file } = await talked();
    const db = stranger(file, { readonly: false });
    expect(migrate(db, LATER)).toBe(true);
    expect(migrate(db, LATER)).toBe(false);
    expect(userVersion(db)).toBe(LATER.length);
    expect(ask(file, "SELECT colour FROM chat_sessions")).toEqual([{ colour: "red" }]);
    expect(ask(file, "SELECT count(*) AS n FROM later")).toEqual([{ n: 2 }]);
  });

  it("[DB-6d] only adds: none drops, renames or rewrites", () => {
    const statements = migrations.flatMap((migration) => migration.statements);
    for (const statement of statements)
      expect(statement).toMatch(
        /^(CREATE (TABLE|(UNIQUE )?INDEX|VIEW|TRIGGER)|ALTER TABLE \w+ ADD|INSERT)\b/,
      );
  });
});

describe("a database newer than the app", () => {
  const refusal = { code: "STORE_TOO_NEW", message: saying("newer Braid") };

  it("[DB-6f] is refused with a clear message, and every byte stays", async () => {
    const { file } = await talked();
    const db = openDatabase(file);
    db.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    db.close();
    const before = filesOf(file);
    expect(() => openStore({ file })).toThrow(expect.objectContaining(refusal));
    expect(filesOf(file)).toEqual(before);
  });

  it("[DB-6] is refused also where the newer version stands in its log alone", async () => {
    const { file } = await talked();
    const db = openDatabase(file);
    db.pragma("wal_autocheckpoint = 0");
    migrate(db, LATER);
    // As a killed app leaves them: database and log, without the log's index.
    const killed = join(freshFolder(), "braid.db");
    copyFileSync(file, killed);
    copyFileSync(`${file}-wal`, `${killed}-wal`);
    db.close();
    expect(readFileSync(killed).readUInt32BE(60)).toBe(SCHEMA_VERSION);
    const before = filesOf(killed);
    expect(() => openStore({ file: killed })).toThrow(expect.objectContaining(refusal));
    expect(filesOf(killed)).toEqual(before);
  });
});

/** Every file beside the database, with its bytes. */
function filesOf(file: string): Record<string, string> {
  const folder = dirname(file);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "base64")]),
  );
}

async function killedAt(file: string, statement: number): Promise<void> {
  const child = spawn(process.execPath, [childScript("migrate-child"), file, String(statement)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("ready\n");
  child.kill("SIGKILL");
  await exited;
}
