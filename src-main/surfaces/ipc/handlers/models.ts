/** The marks that the list of models keeps in the settings. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const modelHandlers = ({ models }: IpcContext): HandlersOf<"models"> => ({
  "models.set_favourite": async (input) => done(await models.setFavourite(input)),
  "models.set_workspace_default": async (input) => done(await models.setWorkspaceDefault(input)),
});
