/** What the list of models keeps in the settings. */
import { type Door, done, type HandlersOf } from "../door";

export const modelHandlers = ({ models }: Door): HandlersOf<"models"> => ({
  "models.set_favourite": async (input) => done(await models.setFavourite(input)),
  "models.set_workspace_default": async (input) => done(await models.setWorkspaceDefault(input)),
});
