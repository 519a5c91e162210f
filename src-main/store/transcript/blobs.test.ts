import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { loopTurns } from "../../../e2e/fixtures/loop-turns";
import { blobUrl, LARGEST_ATTACHMENT } from "../../../src-preload/contract/domain/attachments";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { filePieces } from "../../files/file-pieces";
import { ask, freshFile, freshFolder, opened, stranger } from "../testing/stores";
import { ids, newSession, question, tick } from "../testing/talk";
import { backupFolder } from "../upkeep/backup-list";
import { backUp } from "../upkeep/backups";

const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
const sha = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

async function* pieces(...all: (string | Uint8Array)[]) {
  for (const piece of all) yield Buffer.from(piece);
}

function open() {
  const it = opened(freshFile());
  const folder = join(dirname(it.file), "blobs");
  const fileOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const isThere = (sha256: string) => {
    const files = readdirSync(folder, { recursive: true }).map(String);
    const row = it.store.blob(sha256) !== undefined;
    expect(files.some((name) => name.endsWith(sha256))).toBe(row);
    return row;
  };
  return { ...it, folder, fileOf, isThere };
}

/** A session whose message has this file. */
function withFile(store: ReturnType<typeof open>["store"], sha256: string): SessionId {
  const session = newSession();
  const part = { type: "file", mediaType: "text/plain", filename: "a.txt", url: blobUrl(sha256) } as const;
  const message = { ...question(session.id), parts: [{ id: ids.part(), part }] };
  const answer = {
    session_id: session.id,
    message_id: ids.message(),
    parts: [],
    durable: false,
    now: tick(),
  };
  store.createSession(session, { message, answer: { ...answer, start: { metadata: {} } } });
  return session.id;
}

function removeForGood(store: ReturnType<typeof open>["store"], id: SessionId): void {
  store.trashSession(id, true, tick());
  store.beginRemoval(id, tick());
  while (!store.removeSome(id, 1));
}

describe("the blob store", () => {
  it("[DB-9a] keeps the bytes once, by their hash, in a file that only its user may read", async () => {
    const { store, file, folder, fileOf } = open();
    const blob = await store.putBlob(pieces("Hello ", "there"), tick());
    expect(blob).toEqual({ sha256: sha("Hello there"), media_type: "text/plain", size: 11 });
    await store.putBlob(pieces("Hello there"), tick());
    expect(readFileSync(fileOf(blob.sha256), "utf8")).toBe("Hello there");
    expect(statSync(fileOf(blob.sha256)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(fileOf(blob.sha256))).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, "unfinished"))).toEqual([]);
    expect(ask(file, "SELECT sha256, size, length(bytes) AS bytes FROM blobs")).toEqual([
      { sha256: blob.sha256, size: 11, bytes: 0 },
    ]);
    expect(store.blob(blob.sha256)).toEqual(blob);
    expect(String(await store.readBlob(blob.sha256))).toBe("Hello there");
    expect(String(await store.readBlob(blob.sha256, 5))).toBe("Hello");
  });

  it("reads nothing for an unknown hash, and nothing that is no hash", async () => {
    const { store, folder } = open();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "..", "secret"), "x");
    expect(await store.readBlob(sha("nothing"))).toBeUndefined();
    expect(await store.readBlob("../secret")).toBeUndefined();
    expect(store.blob("../secret")).toBeUndefined();
  });

  it("refuses what is too large, and keeps nothing of it", async () => {
    const { store, folder } = open();
    const much = new Uint8Array(16 * 1024 * 1024);
    const error = await store.putBlob(pieces(much, much, much, much), tick()).catch((caught) => caught);
    expect(error).toMatchObject({ info: { code: "INVALID_INPUT" } });
    expect(error.message).toContain(String(LARGEST_ATTACHMENT / 1024 / 1024));
    expect(readdirSync(join(folder, "unfinished"))).toEqual([]);
  });

  it("tells in words where the disk refuses, and stays usable", async () => {
    const { store, folder } = open();
    writeFileSync(folder, "in the way");
    await expect(store.putBlob(pieces("a"), tick())).rejects.toMatchObject({
      info: { code: "STORE_UNAVAILABLE" },
    });
  });

  it("[DB-9a] takes 20 MB in piece by piece, and other work goes on between the pieces", async () => {
    const { store } = open();
    const large = join(freshFolder(), "large.bin");
    writeFileSync(large, Buffer.alloc(20 * MIB, "0123456789abcdef"));
    const sizes: number[] = [];
    async function* noted() {
      for await (const piece of filePieces(large)) {
        sizes.push(piece.length);
        yield piece;
      }
    }
    const turns = await loopTurns(async () => {
      const { sha256 } = await store.putBlob(noted(), tick());
      expect((await store.readBlob(sha256))?.length).toBe(20 * MIB);
    });
    // The bench has the goal in milliseconds.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MIB / 4);
    expect(turns).toBeGreaterThan(sizes.length);
  });
});

describe("[DB-10] a blob that nothing uses", () => {
  it("goes a day after it was put", async () => {
    const { store, isThere } = open();
    const now = tick();
    const { sha256 } = await store.putBlob(pieces("x"), now);
    await store.sweepBlobs(now + DAY - 1);
    expect(isThere(sha256)).toBe(true);
    await store.putBlob(pieces("x"), now + DAY);
    await store.sweepBlobs(now + DAY + 1);
    expect(isThere(sha256)).toBe(true);
    await store.sweepBlobs(now + 2 * DAY + 1);
    expect(isThere(sha256)).toBe(false);
  });

  it("stays while a message, a waiting message or a draft uses it", async () => {
    const { store, isThere } = open();
    const put = async (words: string) => (await store.putBlob(pieces(words), tick())).sha256;
    const [said, queued, drafted] = [await put("said"), await put("queued"), await put("drafted")];
    const session_id = withFile(store, said);
    const ref = (sha256: string) => ({ sha256, media_type: "text/plain", filename: "a", size: 1 });
    const waiting = { id: ids.queued(), session_id, text: "", model: undefined, now: tick() };
    store.enqueue({ ...waiting, attachments: [ref(queued)] });
    const place = { kind: "composer", session_id } as const;
    store.saveDraft({ place, writer: "a" }, { text: "", attachments: [ref(drafted)] }, tick());
    await store.sweepBlobs(tick() + 2 * DAY);
    expect([said, queued, drafted].map(isThere)).toEqual([true, true, true]);
    const cleared_at = tick() + 2 * DAY;
    store.clearQueue(session_id, cleared_at);
    // What was removed may be put back.
    await store.sweepBlobs(cleared_at + DAY - 1);
    expect(isThere(queued)).toBe(true);
    store.saveDraft({ place, writer: "a" }, { text: "" }, tick());
    await store.sweepBlobs(cleared_at + DAY + 1);
    expect([said, queued, drafted].map(isThere)).toEqual([true, false, false]);
  });

  it("goes at once with the last session that used it", async () => {
    const { store, isThere } = open();
    const { sha256 } = await store.putBlob(pieces("x"), tick());
    const other = await store.putBlob(pieces("not sent yet"), tick());
    const [first, second] = [withFile(store, sha256), withFile(store, sha256)];
    removeForGood(store, first);
    await store.sweepBlobs(tick());
    expect(isThere(sha256)).toBe(true);
    removeForGood(store, second);
    await store.sweepBlobs(tick());
    expect(isThere(sha256)).toBe(false);
    expect(isThere(other.sha256)).toBe(true);
  });
});

describe("a file that the database does not know", () => {
  it("goes a day after it was written, and an unfinished one too; other files stay", async () => {
    const { store, folder, fileOf } = open();
    const { sha256 } = await store.putBlob(pieces("known"), tick());
    const unknown = sha("unknown");
    const old = [fileOf(unknown), join(folder, "unfinished", "half"), join(folder, "aa", "note.txt")];
    for (const file of [...old, fileOf(sha("young"))]) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "x");
    }
    for (const file of [...old, fileOf(sha256)]) utimesSync(file, 1, 1);
    await store.sweepBlobs(Date.now(), { files: true });
    const left = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(folder, name)).isFile());
    const name = (hash: string) => join(hash.slice(0, 2), hash);
    // The day of the known one is over, and nothing uses it.
    expect(left.sort()).toEqual([name(sha("young")), join("aa", "note.txt")].sort());
  });

  it("[SV-8] stays where a message names it, and only its row was lost", async () => {
    const { store, file, fileOf } = open();
    const { sha256 } = await store.putBlob(pieces("said"), tick());
    const session_id = withFile(store, sha256);
    stranger(file, { readonly: false }).exec("DELETE FROM blobs");
    utimesSync(fileOf(sha256), 1, 1);
    await store.sweepBlobs(Date.now(), { files: true });
    expect(String(await store.readBlob(sha256))).toBe("said");
    removeForGood(store, session_id);
    await store.sweepBlobs(Date.now(), { files: true });
    expect(await store.readBlob(sha256)).toBeUndefined();
  });

  it("[SV-8] stays while a backup or a database that was set aside may name it", async () => {
    const { store, file, fileOf } = open();
    const { sha256 } = await store.putBlob(pieces("said"), tick());
    const session_id = withFile(store, sha256);
    const { name } = await backUp({ file, now: Date.now(), prune: true });
    // As after "Start empty": today's library has never heard of it.
    removeForGood(store, session_id);
    stranger(file, { readonly: false }).exec("DELETE FROM blobs");
    const leftover = fileOf(sha("leftover"));
    mkdirSync(dirname(leftover), { recursive: true });
    const sweep = async () => {
      writeFileSync(leftover, "x");
      for (const path of [leftover, fileOf(sha256)]) utimesSync(path, 1, 1);
      await store.sweepBlobs(Date.now(), { files: true });
      return [existsSync(fileOf(sha256)), existsSync(leftover)];
    };
    const backup = join(backupFolder(file), name);
    expect(await sweep()).toEqual([true, false]);
    writeFileSync(backup, "no backup any more");
    expect(await sweep()).toEqual([true, true]);
    rmSync(backup);
    const aside = `${file}.set-aside-2026-11-21T065112`;
    writeFileSync(aside, "damaged");
    expect(await sweep()).toEqual([true, true]);
    rmSync(aside);
    expect(await sweep()).toEqual([false, false]);
  });
});
