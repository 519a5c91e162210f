/** Favourites and defaults, kept in the settings. The news of the change brings them back to the window. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { appInfo } from "../../platform/app-info";
import { call } from "../../platform/bridge";
import { doing } from "../../thread/actions";
import { isSameModel } from "../../thread/model/model-choice";

const plain = ({ provider_id, model_id }: ModelRef): ModelRef => ({ provider_id, model_id });

export function toggleFavourite(ref: ModelRef): void {
  const favourites = appInfo.getState().info?.favourite_models ?? [];
  const favourite = !favourites.some((other) => isSameModel(other, ref));
  doing(() => call("models.set_favourite", { model: plain(ref), favourite }));
}

/** Makes a model the default for all new sessions, or for those in one folder (RN-2). */
export function makeDefault(ref: ModelRef, workspace_root?: string): void {
  if (workspace_root === undefined) doing(() => call("providers.set_default", { model: plain(ref) }));
  else doing(() => call("models.set_workspace_default", { workspace_root, model: plain(ref) }));
}
