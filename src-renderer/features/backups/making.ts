/** The backup that this window makes. Whoever leaves the page finds it made, and whoever comes back earlier finds it under way. */
import { call } from "../../platform/bridge";
import { bytes } from "../../platform/language/bytes";
import { t } from "../../platform/language/language";
import { longWork } from "../../platform/use-work";

export const making = longWork("backups.cancel");

/** The end of the last backup, in words. */
let end: Promise<string> = Promise.resolve("");

/** Makes a backup, unless one is under way. Resolves at its end, in words. @throws CallError */
export function makeBackup(): Promise<string> {
  making.begin(async (work_id) => {
    end = make(work_id);
    // The page tells the failure.
    await end.catch(() => undefined);
  });
  return end;
}

async function make(work_id: string): Promise<string> {
  const made = await call("backups.make", { work_id });
  return made === null ? t("backups:not-made") : t("backups:made", { size: bytes(made.size) });
}

/** Resolves at the end of the backup under way, in words; undefined where none is. */
export const underWay = (): Promise<string> | undefined =>
  making.progress.getState().underWay ? end : undefined;
