import { expect, test } from "vitest";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { modelOfTurn } from "./model-of-turn";

const named = (model_id: string) => ({ provider_id: "p", model_id });
const models = {
  default_model: (workspace_root?: string) => named(workspace_root === undefined ? "default" : "folder"),
  with_default_level: ({ provider_id, model_id }: ModelRef): ModelRef =>
    model_id === "thinker" ? { provider_id, model_id, variant: "low" } : { provider_id, model_id },
};

test("[RN-2] a message's own model comes first, then the session's latest, its folder's, the default", () => {
  const session = { model: named("latest"), workspace_root: "/folder" };
  expect(modelOfTurn(models, session, named("own"))).toEqual(named("own"));
  expect(modelOfTurn(models, session, undefined)).toEqual(named("latest"));
  expect(modelOfTurn(models, { workspace_root: "/folder" }, undefined)).toEqual(named("folder"));
  expect(modelOfTurn(models, {}, undefined)).toEqual(named("default"));
});

test("[MS-1b, MS-1c] a thinking level counts for the message it was chosen for, then the model's default level", () => {
  const thinker = named("thinker");
  const chosen = { ...thinker, variant: "high" };
  expect(modelOfTurn(models, { model: named("latest") }, chosen)).toEqual(chosen);
  expect(modelOfTurn(models, { model: chosen }, undefined)).toEqual({ ...thinker, variant: "low" });
  expect(modelOfTurn(models, { model: { ...named("latest"), variant: "high" } }, undefined)).toEqual(
    named("latest"),
  );
  // Switched off for one message, although the model has a default level.
  expect(modelOfTurn(models, { model: chosen }, thinker)).toEqual(thinker);
  const written = { ...models, default_model: () => ({ ...thinker, variant: "max" }) };
  expect(modelOfTurn(written, { workspace_root: "/folder" }, undefined).variant).toBe("max");
});
