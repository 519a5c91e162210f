/** The settings that a window shows and may change: never a provider's, and nothing that leads a key elsewhere. */

import * as z from "zod/mini";
import { SETTING_PATHS, type SettingsView } from "../../domain/settings";
import { ownCommandIds } from "../commands";
import { none } from "../fields";

export interface SettingsOutputs {
  "settings.read": SettingsView;
  /** The settings after the change. */
  "settings.change": SettingsView;
  /** News of the settings follows. */
  "settings.change_shortcuts": undefined;
  "settings.open_file": undefined;
  "settings.show_file": undefined;
}

export const settingsSchemas = {
  "settings.read": none,
  /** Refuses a value that does not fit the path, and any value while the file is not JSON: its user must mend it. */
  "settings.change": z.strictObject({
    path: z.enum(SETTING_PATHS),
    value: z.union([z.string().check(z.maxLength(100)), z.number(), z.boolean(), z.null()]),
  }),
  /** Gives commands other keys, all in one write. Refuses a key that text fields, the window or the system need. */
  "settings.change_shortcuts": z.strictObject({
    changes: z
      .array(
        z.strictObject({
          command: z.enum(ownCommandIds),
          /** Null takes the key away; without one the command has its default again. */
          key: z.exactOptional(z.nullable(z.string().check(z.maxLength(100)))),
        }),
      )
      .check(z.minLength(1), z.maxLength(ownCommandIds.length)),
  }),
  /** Opens the file in the system's editor, and makes it first where there is none. */
  "settings.open_file": none,
  /** Shows the file in the system's file manager. */
  "settings.show_file": none,
} as const;
