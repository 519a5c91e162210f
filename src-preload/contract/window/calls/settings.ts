/** The settings that a window shows and may change: never a provider's, never anything that leads a key elsewhere. */

import { z } from "zod";
import { SETTING_PATHS, type SettingsView } from "../../domain/settings";
import { none } from "../fields";

export interface SettingsOutputs {
  "settings.read": SettingsView;
  /** As it stands after the change. */
  "settings.change": SettingsView;
  "settings.open_file": undefined;
  "settings.show_file": undefined;
}

export const settingsSchemas = {
  "settings.read": none,
  /** Refused where the value is none for that path, and while the file is not JSON: it is its user's to mend. */
  "settings.change": z.strictObject({
    path: z.enum(SETTING_PATHS),
    value: z.union([z.string().max(100), z.number(), z.boolean(), z.null()]),
  }),
  /** In the editor of the system; a file that does not exist is made first. */
  "settings.open_file": none,
  /** In the file manager of the system. */
  "settings.show_file": none,
} as const;
