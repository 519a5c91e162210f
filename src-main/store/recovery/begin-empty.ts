/**
 * Puts an empty database in the place of one that is set aside (SV-8). The empty one is made first, under a name of its own, and remembers
 * the name of the other: a full disk is met before anything has moved, and a kill between two steps leaves what the next start goes on with.
 */
import { closeSync, existsSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../../core/ports/clock";
import { openDatabase, shape } from "../database/connection";
import { asideName, FILE_MODE, replaceDatabase, setAside, syncFile, syncFolder } from "../database/folder";
import { migrate } from "../database/migrate";
import { RECOVERY, removeTarget } from "./rebuilt-file";
import { rememberedOffer, type SetAside } from "./recoverer";

/** The empty database, until it has the place of the one in use. */
const beginningOf = (file: string): string => `${file}.beginning`;

/**
 * Makes the empty database, and moves nothing yet. It remembers what will be set aside until its user has decided.
 * @throws SqliteError, the file system's error; nothing has changed then
 */
export function prepareEmpty(
  { file, clock }: { file: string; clock: Clock },
  { foreign }: { foreign: boolean } = { foreign: false },
): SetAside {
  const at = clock.now();
  const offer: SetAside = { aside: basename(asideName(file, at)), at, ...(foreign ? { foreign } : {}) };
  const target = beginningOf(file);
  removeTarget(target);
  try {
    make(target, offer);
  } catch (error) {
    removeTarget(target);
    throw error;
  }
  // The set-aside file must not have its new name on the disk before this one is there to remember it.
  syncFolder(dirname(file));
  return offer;
}

/**
 * Sets the database aside and puts the prepared one in its place. Goes on where a try before has stopped, and does nothing where that one
 * came to the end. No connection is open.
 */
export function placeEmpty(file: string, { aside }: SetAside): void {
  const target = beginningOf(file);
  if (!existsSync(target)) return;
  setAside(file, join(dirname(file), aside));
  replaceDatabase(file, target);
}

/**
 * Ends what a killed process has begun. A database in its place was not moved yet, and is looked at as at every start. Where it is gone,
 * only the prepared one knows under which name.
 */
export function endBegun(file: string): void {
  const target = beginningOf(file);
  if (!existsSync(target)) return;
  const offer = existsSync(file) ? undefined : offerIn(target);
  if (offer === undefined) removeTarget(target);
  else placeEmpty(file, offer);
}

/** Without a log: nobody else has the file open, and it is synced before anybody counts on it. */
function make(target: string, offer: SetAside): void {
  closeSync(openSync(target, "wx", FILE_MODE));
  const db = openDatabase(target);
  try {
    db.pragma("journal_mode = MEMORY");
    db.pragma("synchronous = OFF");
    shape(db);
    migrate(db);
    db.prepare("INSERT INTO app_state (key, value_json) VALUES (?, ?)").run(RECOVERY, JSON.stringify(offer));
  } finally {
    db.close();
  }
  syncFile(target);
}

/** Undefined for a file that is half made, or not ours. */
function offerIn(target: string): SetAside | undefined {
  try {
    const db = openDatabase(target, { readonly: true, must_exist: true });
    try {
      const value = db.prepare("SELECT value_json FROM app_state WHERE key = ?").pluck().get(RECOVERY);
      return rememberedOffer(JSON.parse(String(value)));
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}
