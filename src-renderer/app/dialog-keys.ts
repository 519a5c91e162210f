/** What is typed while a dialog is on its way is for that dialog: from the press that asks for it, also before there is anything to draw it. */

import { closeDialog, dialogs } from "../platform/dialogs";
import { holdKeys } from "../ui/held-keys";

/** Once for the window. */
export function holdKeysForDialogs(): void {
  let keys: ReturnType<typeof holdKeys> | undefined;
  dialogs.subscribe(({ dialog }, before) => {
    if (dialog?.name === before.dialog?.name) return;
    keys?.end();
    const finds = dialog?.name === "go-to";
    keys = dialog && holdKeys({ into: ".dialog", fresh: true, finds, callOff: closeDialog });
  });
}
