/** What the list of models writes into `settings.json`: favourites, and the model of a folder (RN-2). */
import { z } from "zod";
import type { ModelMarks } from "../core/session/areas";
import type { SettingsFile } from "./settings-file";

/** Only what is read of the file: what it has of others stays, as it was typed. */
const present = z
  .object({ favourite_models: z.array(z.unknown()).catch([]) })
  .catch({ favourite_models: [] });
const reference = z.object({ provider_id: z.string(), model_id: z.string() });

/** Each is checked, and throws, as `SettingsFile.save`. */
export const modelMarks = (settings: SettingsFile): ModelMarks => ({
  setFavourite: ({ model: { provider_id, model_id }, favourite }) =>
    settings.save((now) => {
      const others = present.parse(now).favourite_models.filter((entry) => {
        const { data } = reference.safeParse(entry);
        return data?.provider_id !== provider_id || data.model_id !== model_id;
      });
      const value = favourite ? [...others, { provider_id, model_id }] : others;
      return [{ path: ["favourite_models"], value: value.length === 0 ? undefined : value }];
    }),
  setWorkspaceDefault: ({ workspace_root, model }) =>
    settings.save(() => [
      { path: ["workspaces", workspace_root, "default_model"], value: model ?? undefined },
    ]),
});
