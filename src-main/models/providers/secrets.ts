/**
 * Keys that were entered in the app: sealed in `secrets.json`, or kept in memory for this run. Each key is sealed together with its
 * provider's origin (docs/decisions/a-key-belongs-to-an-origin.md): somebody who rewrites the origin in the file gets no key for the new
 * one. A key leaves by `read` alone, into a request's header.
 */

import * as z from "zod/mini";
import type { Keeping } from "../../../src-preload/contract/domain/providers";
import { BraidError } from "../../core/braid-error";
import { log } from "../../core/log";
import type { Cipher, Sealing } from "../../core/ports/cipher";
import { say } from "../../core/say";
import { readDataFile } from "../../files/data-file";
import { keepAside } from "../../settings/keep-aside";
import { writeFileDurably } from "../../settings/write-file-durably";

export interface KeptKey {
  /** The only origin that the key is sent to. */
  origin: string;
  kept: Keeping;
}

export interface Secrets {
  /** Finds a key without opening it. */
  find(provider_id: string): KeptKey | undefined;
  /** @throws BraidError `PROVIDER_AUTH` where the key cannot be opened (any more). */
  read(provider_id: string): string;
  /** Replaces this provider's key. @throws BraidError `INVALID_INPUT` where the key cannot be kept in this way; the file system's error. */
  keep(provider_id: string, key: string, how: KeptKey): Promise<void>;
  /** Deletes a key in memory and on the disk. */
  forget(provider_id: string): Promise<void>;
  sealing(): Sealing;
  /** Changes with each change of a key. */
  revision(): number;
  /** True where the file exists and could not be read: its keys have to be entered again. */
  unreadable(): boolean;
}

const entrySchema = z.object({ origin: z.string(), kept: z.enum(["system", "plain"]), sealed: z.string() });
const fileSchema = z.object({ keys: z.record(z.string(), entrySchema) });

type Entry = z.output<typeof entrySchema>;

interface ReadFile {
  keys: Map<string, Entry>;
  unreadable: boolean;
}

/** Reads the file at the first question. */
export function openSecrets(file: string, cipher: Cipher): Secrets {
  /** Keys that are kept for this run alone. */
  const run = new Map<string, { origin: string; key: string }>();
  let stored: ReadFile | undefined;
  let revision = 0;
  let writing: Promise<void> = Promise.resolve();
  const read = () => {
    stored ??= readSecretsFile(file);
    return stored;
  };

  /** Makes one change after another. Memory changes only after the disk, so that a full disk changes nothing. */
  function write(change: (keys: Map<string, Entry>) => void): Promise<void> {
    const done = writing.then(async () => {
      const { keys, unreadable } = read();
      const changed = new Map(keys);
      change(changed);
      const replace = async () => {
        await writeFileDurably(file, `${JSON.stringify({ keys: Object.fromEntries(changed) }, null, 2)}\n`);
      };
      if (unreadable) await keepAside(file, `${file}.unreadable-${Date.now()}`, replace);
      else await replace();
      stored = { keys: changed, unreadable: false };
      revision++;
    });
    writing = done.catch(() => undefined);
    return done;
  }

  /** Seals a key anew with its origin at its first use: an earlier version sealed keys alone. */
  function bindLater(provider_id: string, before: Entry, key: string): void {
    write((keys) => {
      // The user may have entered another key meanwhile.
      if (keys.get(provider_id)?.sealed === before.sealed) keys.set(provider_id, sealed(key, before, cipher));
    }).catch((error: unknown) => log.error("A key could not be sealed anew:", error));
  }

  async function forgetStored(provider_id: string): Promise<void> {
    if (read().keys.has(provider_id)) await write((keys) => keys.delete(provider_id));
  }

  return {
    find(provider_id) {
      const here = run.get(provider_id);
      if (here !== undefined) return { origin: here.origin, kept: "run" };
      const entry = read().keys.get(provider_id);
      return entry && { origin: entry.origin, kept: entry.kept };
    },
    read(provider_id) {
      const here = run.get(provider_id);
      if (here !== undefined) return here.key;
      const entry = read().keys.get(provider_id);
      const bound = opened(provider_id, entry, cipher);
      if (entry !== undefined && bound.origin === undefined) bindLater(provider_id, entry, bound.key);
      return bound.key;
    },
    async keep(provider_id, key, { origin, kept }) {
      if (kept === "run") {
        await forgetStored(provider_id);
        run.set(provider_id, { origin, key });
        revision++;
        return;
      }
      const entry = sealed(key, { origin, kept }, cipher);
      await write((keys) => keys.set(provider_id, entry));
      run.delete(provider_id);
      revision++;
    },
    async forget(provider_id) {
      await forgetStored(provider_id);
      run.delete(provider_id);
      revision++;
    },
    sealing: () => cipher.sealing(),
    revision: () => revision,
    unreadable: () => read().unreadable,
  };
}

interface Bound {
  key: string;
  /** Absent where an earlier version sealed the key alone. */
  origin?: string;
}

/**
 * Marks a text that was sealed with its origin; no key begins so. The mark is inside the seal, because anybody could rewrite one in the
 * file.
 */
const BOUND = "braid-key-at-origin:";
const boundSchema = z.object({ key: z.string(), origin: z.string() });

const bind = (key: string, origin: string): string => `${BOUND}${JSON.stringify({ key, origin })}`;

/** @throws BraidError `INVALID_INPUT` where the key cannot be kept in this way. */
function sealed(
  key: string,
  { origin, kept }: KeptKey & { kept: "system" | "plain" },
  cipher: Cipher,
): Entry {
  if (cipher.sealing() === "none" || (kept === "system" && cipher.sealing() !== "system")) {
    const hint = say("key.no-keyring.hint");
    throw new BraidError("INVALID_INPUT", say("key.no-keyring.message"), { hint });
  }
  return { origin, kept, sealed: cipher.seal(bind(key, origin), kept) };
}

/** @throws BraidError `PROVIDER_AUTH` where there is no key, it cannot be opened, or its origin is another than the file says. */
function opened(id: string, entry: Entry | undefined, cipher: Cipher): Bound {
  const refuse = (why: "cannot-open" | "moved") =>
    new BraidError("PROVIDER_AUTH", say(`key.${why}.message`, { id }), { hint: say(`key.${why}.hint`) });
  if (entry === undefined) throw refuse("cannot-open");
  let bound: Bound;
  try {
    bound = unbind(cipher.open(entry.sealed, entry.kept));
  } catch {
    // The reason is dropped: it may quote the key.
    throw refuse("cannot-open");
  }
  if (bound.origin !== undefined && bound.origin !== entry.origin) throw refuse("moved");
  return bound;
}

/** @throws where the text has an origin that cannot be read. */
function unbind(text: string): Bound {
  if (!text.startsWith(BOUND)) return { key: text };
  return boundSchema.parse(JSON.parse(text.slice(BOUND.length)));
}
/** Bytes: thousands of keys. */
const MOST_BYTES = 4 * 1024 * 1024;

function readSecretsFile(file: string): ReadFile {
  const read = readDataFile(file, MOST_BYTES);
  if (read.is !== "text") return { keys: new Map(), unreadable: read.is !== "missing" };
  try {
    const { keys } = fileSchema.parse(JSON.parse(read.text));
    return { keys: new Map(Object.entries(keys)), unreadable: false };
  } catch {
    return { keys: new Map(), unreadable: true };
  }
}
