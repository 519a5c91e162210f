/** Copies a text and announces that. */

import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";

/** Resolves when the text is in the clipboard. @throws CallError */
export async function copyText(text: string): Promise<void> {
  await call("app.copy", { text });
  say(t("chat:message.copied"));
}
