/** Changes the settings of compaction that a model has of its own (CP-8). Their names are flat in the window and nested in the file. */

import type { JSONPath } from "jsonc-parser";
import type { ModelEdit } from "../../../src-preload/contract/domain/providers";
import { type SettingsEdit, valueAt } from "../../settings/settings-edits";

type Change = NonNullable<ModelEdit["compaction"]>;

/** `{"smart_recovery.drop_middle": false}` as `{smart_recovery: {drop_middle: false}}`; leaves out what is null. */
export function nestedCompaction(change: Change): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(change)) {
    if (value === null) continue;
    const [name = path, below] = path.split(".");
    nested[name] = below === undefined ? value : { ...Object(nested[name]), [below]: value };
  }
  return nested;
}

/** Writes each value by itself, so that comments and other values stay. `place` is the model's, `model` its entry in the file. */
export function compactionEdits(place: JSONPath, model: unknown, change: Change): SettingsEdit[] {
  const before = valueAt(model, ["compaction"]);
  const edits = Object.entries(change)
    .map(([name, value]) => ({ names: name.split("."), value: value ?? undefined }))
    .filter(({ names, value }) => value !== undefined || valueAt(before, names) !== undefined);
  const removesAll = edits.length === countValues(before) && edits.every(({ value }) => value === undefined);
  if (edits.length > 0 && removesAll) return [{ path: [...place, "compaction"], value: undefined }];
  return edits.map(({ names, value }) => ({ path: [...place, "compaction", ...names], value }));
}

/** The values of an object and of those in it. */
const countValues = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0)
    : 1;
