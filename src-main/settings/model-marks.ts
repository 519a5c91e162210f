/** Writes the choices of the list of models into `settings.json`: favourites, and the model of a folder (RN-2). */
import * as z from "zod/mini";
import { MOST_FAVOURITES, MOST_WORKSPACE_MODELS } from "../../src-preload/contract/domain/limits";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";
import type { ModelMarks } from "../core/session/app-services";
import type { SettingsFile } from "./settings-file";

/** Reads only as much of the file as an edit needs: other entries stay as they were typed. */
const present = z.catch(
  z.object({
    favourite_models: z.catch(z.array(z.unknown()), []),
    workspaces: z.catch(z.record(z.string(), z.unknown()), {}),
  }),
  { favourite_models: [], workspaces: {} },
);
const reference = z.object({ provider_id: z.string(), model_id: z.string() });

/** Changes favourites and the models of folders in `settings.json`. Both calls check the change, and throw, as `SettingsFile.save` does. */
export const modelMarks = (settings: SettingsFile): ModelMarks => ({
  setFavourite: ({ model: { provider_id, model_id }, favourite }) =>
    settings.save((now) => {
      const others = present.parse(now).favourite_models.filter((entry) => {
        const { data } = reference.safeParse(entry);
        return data?.provider_id !== provider_id || data.model_id !== model_id;
      });
      if (favourite && others.length >= MOST_FAVOURITES)
        throw new BraidError("INVALID_INPUT", say("models.too-many-favourites", { most: MOST_FAVOURITES }));
      const value = favourite ? [...others, { provider_id, model_id }] : others;
      return [{ path: ["favourite_models"], value: value.length === 0 ? undefined : value }];
    }),
  setWorkspaceDefault: ({ workspace_root, model }) =>
    settings.save((now) => {
      const folders = new Map(Object.entries(present.parse(now).workspaces));
      const before = folders.get(workspace_root);
      if (model !== null && before === undefined && folders.size >= MOST_WORKSPACE_MODELS)
        throw new BraidError(
          "INVALID_INPUT",
          say("models.too-many-workspaces", { most: MOST_WORKSPACE_MODELS }),
        );
      // A folder's entry that holds nothing but its model goes with the model.
      const said = typeof before === "object" && before !== null ? Object.keys(before) : [];
      const rest = said.filter((name) => name !== "default_model");
      return model === null && rest.length === 0
        ? [{ path: ["workspaces", workspace_root], value: undefined }]
        : [{ path: ["workspaces", workspace_root, "default_model"], value: model ?? undefined }];
    }),
});
