/** How often a window may start what stands outside of it: a person never comes near it, a page that was taken over stops there. */
import type { CallName } from "../../../src-preload/contract/calls";
import { BraidError } from "../../core/braid-error";
import { t } from "../../core/language/language";

const A_MINUTE = 60_000;
const MOST_A_MINUTE = 20;

/** Windows, dialogs, programs of the system, whole copies of the database, requests to servers. */
const STARTING: ReadonlySet<CallName> = new Set<CallName>([
  "app.new_window",
  "settings.open_file",
  "settings.show_file",
  "storage.open_folder",
  "storage.export_diagnostics",
  "storage.back_up",
  "providers.find_local",
]);

/** @throws BraidError `FORBIDDEN` for what starts something, once too much was started within a minute. */
export function createPace(now: () => number = Date.now): (name: CallName) => void {
  const started = new Map<CallName, number[]>();
  return (name) => {
    if (!STARTING.has(name)) return;
    const lately = (started.get(name) ?? []).filter((at) => now() - at < A_MINUTE);
    if (lately.length >= MOST_A_MINUTE) throw new BraidError("FORBIDDEN", t("too-often"));
    started.set(name, [...lately, now()]);
  };
}
