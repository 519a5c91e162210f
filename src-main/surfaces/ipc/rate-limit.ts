/**
 * Limits how often a window may start programs of the system, or make rows that stay. Without a limit a page that was taken over could open
 * a hundred windows, fill the disk or run up a large bill.
 */

import { LONGEST_DRAFT, LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import type { CallName } from "../../../src-preload/contract/window/calls";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

const A_MINUTE = 60_000;
const AN_HOUR = 60 * A_MINUTE;

/** A limit counts from the first call on; `characters` are those of the call's text. */
interface Limit {
  within: typeof A_MINUTE | typeof AN_HOUR;
  calls?: number;
  characters?: number;
}

/** Calls that open windows, dialogs or programs, copy the whole database, or ask servers. */
const STARTING: Limit[] = [{ within: A_MINUTE, calls: 20 }];
/** Calls that make rows which nobody takes back. */
const MAKING: Limit[] = [
  { within: A_MINUTE, calls: 60, characters: 8 * LONGEST_TEXT },
  { within: AN_HOUR, calls: 1000, characters: 32 * LONGEST_TEXT },
];

/** A draft is saved again and again while its user types: only the length tells a person from a loop. */
const WRITING: Limit[] = [{ within: A_MINUTE, characters: 8 * LONGEST_DRAFT }];

const LIMITS: Partial<Record<CallName, Limit[]>> = {
  "app.new_window": STARTING,
  "app.new_private_window": STARTING,
  "settings.open_file": STARTING,
  "settings.show_file": STARTING,
  "storage.open_folder": STARTING,
  "workspace.choose": STARTING,
  "attachment.choose": STARTING,
  "attachment.save": STARTING,
  "workspace.open": STARTING,
  "storage.export_diagnostics": STARTING,
  "backups.make": STARTING,
  "backups.restore": STARTING,
  "backups.choose": STARTING,
  "backups.choose_folder": STARTING,
  "backups.open_folder": STARTING,
  "providers.find_local": STARTING,
  "exchange.choose": STARTING,
  "exchange.export": STARTING,
  "exchange.show": STARTING,
  "agents.open_file": STARTING,
  "session.create": MAKING,
  "session.send": MAKING,
  "session.resume": MAKING,
  "queue.edit": MAKING,
  "queue.resume": MAKING,
  "timeline.rewind": MAKING,
  "timeline.retry": MAKING,
  "timeline.unrewind": MAKING,
  "timeline.take_out": MAKING,
  "branch.create": MAKING,
  "branch.with_model": MAKING,
  "compaction.start": MAKING,
  "compaction.again": MAKING,
  "compaction.edit": MAKING,
  "prune.do": MAKING,
  "sidecar.open": MAKING,
  "label.add": MAKING,
  "backups.bring_back": MAKING,
  "exchange.import": MAKING,
  "private.save": MAKING,
  "providers.save": [{ within: A_MINUTE, calls: 60 }],
  "draft.save": WRITING,
};

/** @throws BraidError `FORBIDDEN` where a window started or made too much in a short time. `input` has been parsed. */
export function createRateLimit(
  now: () => number = () => Date.now(),
): (name: CallName, input?: unknown) => void {
  const counted = new Map<CallName, Count[]>();
  return (name, input) => {
    const limits = LIMITS[name];
    if (limits === undefined) return;
    const size = sizeOf(input);
    const counts = limits.map((limit, at) => countOn(counted.get(name)?.[at], limit, size, now()));
    for (const [at, { within, calls = Infinity, characters = Infinity }] of limits.entries()) {
      const count = counts[at];
      if (count !== undefined && count.calls <= calls && count.characters <= characters) continue;
      throw new BraidError("FORBIDDEN", say(within === A_MINUTE ? "too-often" : "too-often-hour"));
    }
    counted.set(name, counts);
  };
}

interface Count {
  since: number;
  calls: number;
  characters: number;
}

function countOn(before: Count | undefined, { within }: Limit, size: number, now: number): Count {
  if (before === undefined || now - before.since >= within) return { since: now, calls: 1, characters: size };
  return { since: before.since, calls: before.calls + 1, characters: before.characters + size };
}

function sizeOf(input: unknown): number {
  const text = typeof input === "object" && input !== null && "text" in input ? input.text : undefined;
  return typeof text === "string" ? text.length : 0;
}
