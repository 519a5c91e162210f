/**
 * Keys that were entered in the app (architecture decision 13): sealed in `secrets.json`, or kept in memory for this run. Each belongs
 * to one provider at one origin, and is sealed together with it: whoever rewrites the origin in the file has no key for the new one. What
 * is written here leaves by `read` alone, into a request's header.
 */

import { z } from "zod";
import type { Keeping } from "../../../src-preload/contract/domain/providers";
import { BraidError } from "../../core/braid-error";
import { log } from "../../core/log";
import type { Cipher, Sealing } from "../../core/ports/cipher";
import { say } from "../../core/say";
import { readDataFile } from "../../files/data-file";
import { keepAside } from "../../settings/keep-aside";
import { writeFileDurably } from "../../settings/write-file-durably";

export interface KeptKey {
  /** The only origin it is sent to. */
  origin: string;
  kept: Keeping;
}

export interface Secrets {
  /** Opens nothing. */
  find(provider_id: string): KeptKey | undefined;
  /** @throws BraidError `PROVIDER_AUTH` where it cannot be opened (any more). */
  read(provider_id: string): string;
  /** Replaces what was kept for this provider. @throws BraidError `INVALID_INPUT` where it cannot be kept so; the file system's error. */
  keep(provider_id: string, key: string, how: KeptKey): Promise<void>;
  /** Forgets it, in memory and on the disk. */
  forget(provider_id: string): Promise<void>;
  sealing(): Sealing;
  /** Another number after each change. */
  revision(): number;
  /** The file is there and could not be read: its keys have to be entered again. */
  unreadable(): boolean;
}

const entrySchema = z.object({ origin: z.string(), kept: z.enum(["system", "plain"]), sealed: z.string() });
const fileSchema = z.object({ keys: z.record(z.string(), entrySchema) });

type Entry = z.output<typeof entrySchema>;

interface ReadFile {
  keys: Map<string, Entry>;
  unreadable: boolean;
}

/** The file is read when something is first asked of it. */
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

  /** One change after another. What is kept in memory follows the disk, so that a full one changes nothing. */
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

  /** A key that an earlier version sealed alone belongs to its origin from its first use on. */
  function bindLater(provider_id: string, before: Entry, key: string): void {
    write((keys) => {
      // Another may have been entered meanwhile.
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

/** No key begins so. Told apart by what is sealed, not by what the file says of it: that is what could be rewritten. */
const BOUND = "braid-key-at-origin:";
const boundSchema = z.object({ key: z.string(), origin: z.string() });

const bind = (key: string, origin: string): string => `${BOUND}${JSON.stringify({ key, origin })}`;

/** @throws BraidError `INVALID_INPUT` where it cannot be kept so. */
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

/** @throws BraidError `PROVIDER_AUTH` where there is none, it cannot be opened, or belongs to another origin than the file says. */
function opened(id: string, entry: Entry | undefined, cipher: Cipher): Bound {
  const refuse = (why: "cannot-open" | "moved") =>
    new BraidError("PROVIDER_AUTH", say(`key.${why}.message`, { id }), { hint: say(`key.${why}.hint`) });
  if (entry === undefined) throw refuse("cannot-open");
  let bound: Bound;
  try {
    bound = unbind(cipher.open(entry.sealed, entry.kept));
  } catch {
    // The reason may quote what it failed on.
    throw refuse("cannot-open");
  }
  if (bound.origin !== undefined && bound.origin !== entry.origin) throw refuse("moved");
  return bound;
}

/** @throws where it is sealed with an origin that cannot be read. */
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
