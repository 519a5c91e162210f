import { expect, test } from "vitest";
import { modelOfTurn } from "./model-of-turn";

const named = (model_id: string) => ({ provider_id: "p", model_id });
const models = {
  default_model: (workspace_root?: string) => named(workspace_root === undefined ? "default" : "folder"),
};

test("[RN-2] a message's own model comes first, then the session's latest, its folder's, the default", () => {
  const session = { model: named("latest"), workspace_root: "/folder" };
  expect(modelOfTurn(models, session, named("own"))).toEqual(named("own"));
  expect(modelOfTurn(models, session, undefined)).toEqual(named("latest"));
  expect(modelOfTurn(models, { workspace_root: "/folder" }, undefined)).toEqual(named("folder"));
  expect(modelOfTurn(models, {}, undefined)).toEqual(named("default"));
});
