/** The folder in which the app keeps everything (DB-14: for its user alone). */
import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import type { ErrorInfo } from "../../src-preload/contract/errors";
import { t } from "../core/language/language";

/** Makes it and says whether the app may write there. Asked before the single-instance lock, which needs to write as well. */
function prepare(data_dir: string): ErrorInfo | undefined {
  try {
    if (mkdirSync(data_dir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(data_dir, 0o700);
    accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      code: "STORE_UNAVAILABLE",
      message: t("shell:data-folder.message", { folder: data_dir, reason }),
      hint: t("shell:data-folder.hint"),
    };
  }
}

/** Before `requestSingleInstanceLock`: the lock lies in `userData`, and so there is one for each data folder (DB-7). */
export function adoptDataFolder(data_dir: string): ErrorInfo | undefined {
  const trouble = prepare(data_dir);
  const usable = trouble === undefined ? data_dir : join(tmpdir(), `braid-no-data-${process.pid}`);
  if (trouble === undefined) app.setPath("userData", usable);
  app.setPath("sessionData", join(usable, "chromium"));
  return trouble;
}
