/** The marks of the list of models, which the settings keep: favourites, and the first model of a folder's sessions (RN-2). */
import * as z from "zod/mini";
import { modelRef, path } from "../fields";

export interface ModelOutputs {
  "models.set_favourite": undefined;
  "models.set_workspace_default": undefined;
}

export const modelSchemas = {
  "models.set_favourite": z.strictObject({ model: modelRef, favourite: z.boolean() }),
  /** `null` removes the folder's model: the default for all applies again. */
  "models.set_workspace_default": z.strictObject({
    workspace_root: path.check(z.minLength(1)),
    model: z.nullable(modelRef),
  }),
} as const;
