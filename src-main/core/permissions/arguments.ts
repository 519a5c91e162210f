/** Finds the places to which the arguments of a command may lead (PM-4). */
import { isAbsolute, join } from "node:path";
import type { Unsure } from "../../../src-preload/contract/domain/permissions";
import { isNetworkPath } from "../context/network-path";
import { type JudgedPlace, protectedIn } from "./protected-paths";
import { isSystemPath, isWithin, walkPathNow } from "./walk-path";

type Lead = Extract<Unsure, "outside" | "protected" | "network-path" | "not-parsed"> | undefined;

export interface Leads {
  /** Returns why the text, as a path or with paths in it, must not go unasked. */
  of(text: string, permission: "read" | "edit"): Lead;
  /** Returns the absolute paths to which a path leads, one for each folder from which it may start. */
  placesOf(path: string): string[];
  /** Adds a folder that the text may change to. Returns false if it leads out, or if there are too many to follow. */
  enter(folder: string): boolean;
}

/** Paths that are looked up for one text: each costs a look at the disk. */
const LOOKS = 300;
/** Folders from which a relative path may start. */
const FOLDERS = 12;
/** Letters of short options that may stand before a value, as in `-xvf/etc/passwd`. */
const ATTACHED = [2, 3, 4, 5];

const SEVERITY: readonly Lead[] = ["not-parsed", "network-path", "protected", "outside"];

/** The answers hold for one text. */
export function createLeads(place: JudgedPlace & { home: string }): Leads {
  const { workspace_root } = place;
  const folders = new Set([workspace_root]);
  const known = new Map<string, Lead>();
  const entered = new Map<string, boolean>();
  let looks = 0;

  function ofPath(path: string, permission: "read" | "edit"): Lead {
    if (isNetworkPath(path)) return "network-path";
    if (protectedIn(place, path, permission) !== undefined) return "protected";
    if (path.startsWith("~")) return "outside";
    // `..` after `cd` may start anywhere.
    if (folders.size > 1 && /(^|[\\/])\.\.([\\/]|$)/.test(path)) return "outside";
    if (isAbsolute(path)) return ofAbsolute(path, permission);
    return severest([...folders].map((folder) => ofAbsolute(`${folder}/${path}`, permission)));
  }

  function ofAbsolute(path: string, permission: "read" | "edit"): Lead {
    // A path outside of the folder is not looked up, because its disk may hang.
    if (isSystemPath(path) || !path.startsWith(workspace_root)) return "outside";
    if (++looks > LOOKS) return "not-parsed";
    try {
      const real = walkPathNow(path).path;
      if (protectedIn(place, real, permission) !== undefined) return "protected";
      return isWithin(workspace_root, real) ? undefined : "outside";
    } catch {
      return "not-parsed";
    }
  }

  function of(text: string, permission: "read" | "edit"): Lead {
    const key = `${permission} ${folders.size} ${text}`;
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before;
    let lead: Lead;
    for (const piece of piecesOf(text)) {
      lead = severest([lead, ofPath(piece, permission)]);
      if (lead === "not-parsed") break;
    }
    known.set(key, lead);
    return lead;
  }

  /** A path that may not be looked up stands for itself. */
  function placesOf(path: string): string[] {
    if (isNetworkPath(path)) return [path];
    const absolute = path.replace(/^~(?=$|[\\/])/, () => place.home);
    const starts = isAbsolute(absolute) ? [absolute] : [...folders].map((folder) => `${folder}/${absolute}`);
    const isKnown = of(path, "read") === undefined;
    return starts.map((start) => (isKnown ? walkPathNow(start).path : join(start)));
  }

  return {
    of,
    placesOf,
    enter(folder) {
      const before = entered.get(folder);
      if (before !== undefined) return before;
      const may = enterNew(folder);
      entered.set(folder, may);
      return may;
    },
  };

  function enterNew(folder: string): boolean {
    if (of(folder, "read") !== undefined || folders.size >= FOLDERS) return false;
    for (const from of [...folders]) {
      try {
        folders.add(walkPathNow(isAbsolute(folder) ? folder : `${from}/${folder}`).path);
      } catch {
        return false;
      }
    }
    return true;
  }
}

const severest = (leads: readonly Lead[]): Lead => SEVERITY.find((lead) => leads.includes(lead));

/** The parts of an argument that a program may take for a path: the whole, values of options, and paths in other text. */
function piecesOf(text: string): Set<string> {
  const pieces = new Set([text, ...text.split(/[=:,@'"`\s();|&<>{}[\]!+]+/)]);
  if (/^-[^-]/.test(text)) for (const at of ATTACHED) pieces.add(text.slice(at));
  pieces.delete("");
  return pieces;
}
