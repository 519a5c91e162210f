/** What the list of models keeps in the settings: favourites, and which model a folder's sessions begin with (RN-2). */
import { z } from "zod";
import { modelRef, path } from "../fields";

export interface ModelOutputs {
  "models.set_favourite": undefined;
  "models.set_workspace_default": undefined;
}

export const modelSchemas = {
  "models.set_favourite": z.strictObject({ model: modelRef, favourite: z.boolean() }),
  /** `null` takes it out: the default of all applies again. */
  "models.set_workspace_default": z.strictObject({
    workspace_root: path.min(1),
    model: modelRef.nullable(),
  }),
} as const;
