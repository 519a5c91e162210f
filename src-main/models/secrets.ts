/**
 * Keys that were entered in the app (architecture decision 13): sealed in `secrets.json`, or kept in memory for this run. Each belongs
 * to one provider at one origin. What is written here leaves by `read` alone, into a request's header.
 */
import { z } from "zod";
import type { Keeping } from "../../src-preload/contract/calls/providers";
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";
import type { Cipher, Sealing } from "../core/ports/cipher";
import { readDataFile } from "../files/data-file";
import { keepAside } from "../settings/keep-aside";
import { writeFileDurably } from "../settings/write-file-durably";

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
  /** Of this run. */
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

  function seal(key: string, { origin, kept }: KeptKey & { kept: "system" | "plain" }): Entry {
    if (cipher.sealing() === "none" || (kept === "system" && cipher.sealing() !== "system")) {
      const hint = t("key.no-keyring.hint");
      throw new BraidError("INVALID_INPUT", t("key.no-keyring.message"), { hint });
    }
    return { origin, kept, sealed: cipher.seal(key, kept) };
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
      try {
        if (entry !== undefined) return cipher.open(entry.sealed, entry.kept);
      } catch {
        // The reason may quote what it failed on.
      }
      const hint = t("key.cannot-open.hint");
      throw new BraidError("PROVIDER_AUTH", t("key.cannot-open.message", { id: provider_id }), { hint });
    },
    async keep(provider_id, key, { origin, kept }) {
      if (kept === "run") {
        await forgetStored(provider_id);
        run.set(provider_id, { origin, key });
        revision++;
        return;
      }
      const entry = seal(key, { origin, kept });
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
