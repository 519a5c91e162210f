/** Saves a kept file where its user wants it: a picture of a model, or an attachment that is gone from its old place. */
import { join } from "node:path";
import { app, type WebContents } from "electron";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { t } from "../../language/language";
import { askToSave } from "./file-dialogs";

/**
 * `save` writes the file whole or not at all (SV-11). Resolves to false where the user cancelled.
 * @throws BraidError `INVALID_INPUT` where it cannot be written there
 */
export async function saveFile(
  contents: WebContents,
  filename: string,
  bytes: Buffer,
  save: (file: string, bytes: Buffer) => Promise<unknown>,
): Promise<boolean> {
  const asked = {
    title: t("shell:attachments.save"),
    defaultPath: join(app.getPath("downloads"), filename),
  };
  const filePath = await askToSave(asked, contents);
  if (filePath === undefined) return false;
  await save(filePath, bytes).catch((error: unknown) => {
    throw new BraidError("INVALID_INPUT", say("attachment.not-saved.message", { path: filePath }), {
      hint: say("attachment.not-saved.hint"),
      cause: error,
    });
  });
  return true;
}
