import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MOST_FAVOURITES, MOST_WORKSPACE_MODELS } from "../../src-preload/contract/domain/limits";
import { modelMarks } from "./model-marks";
import { openSettings } from "./settings-file";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-marks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const model = { provider_id: "acme", model_id: "one" };
const refused = { code: "INVALID_INPUT" };

test("a window adds favourites and folders up to a number; what is there can be changed and taken out", async () => {
  const file = join(folder, "settings.json");
  const times = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
  writeFileSync(
    file,
    JSON.stringify({
      favourite_models: times(MOST_FAVOURITES, (n) => ({ provider_id: "acme", model_id: `m${n}` })),
      workspaces: Object.fromEntries(
        times(MOST_WORKSPACE_MODELS, (n) => [`/w${n}`, { default_model: model }]),
      ),
    }),
  );
  const marks = modelMarks(openSettings(file));
  await expect(marks.setFavourite({ model, favourite: true })).rejects.toMatchObject(refused);
  await expect(marks.setWorkspaceDefault({ workspace_root: "/new", model })).rejects.toMatchObject(refused);
  await marks.setFavourite({ model: { provider_id: "acme", model_id: "m7" }, favourite: false });
  await marks.setFavourite({ model, favourite: true });
  await marks.setWorkspaceDefault({ workspace_root: "/w7", model: { ...model, model_id: "two" } });
  await marks.setWorkspaceDefault({ workspace_root: "/w8", model: null });
  await marks.setWorkspaceDefault({ workspace_root: "/new", model });
  const { favourite_models, workspaces } = JSON.parse(readFileSync(file, "utf8"));
  expect(favourite_models.at(-1)).toEqual(model);
  expect([workspaces["/w7"].default_model.model_id, workspaces["/w8"]?.default_model]).toEqual([
    "two",
    undefined,
  ]);
  expect(workspaces["/new"].default_model).toEqual(model);
});
