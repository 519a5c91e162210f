/** Writes a change of a provider into the text of `settings.json`, value by value, so that comments and other values stay. */

import { MOST_MODELS, MOST_PROVIDERS } from "../../../src-preload/contract/domain/limits";
import type { ModelEdit } from "../../../src-preload/contract/domain/providers";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import type { EditSettings, SettingsEdit } from "../../settings/settings-edits";
import { originOf } from "./addresses";
import { compactionEdits, nestedCompaction } from "./compaction-edits";
import type { ProviderEntry } from "./provider-entry";

export { nestedCompaction };

type Changed = Pick<ProviderEntry, "id" | "type"> & { base_url: string | null };

/** @throws BraidError `INVALID_INPUT` for a new provider whose id is taken. */
export function saveProvider(changed: Changed, create: boolean): EditSettings {
  return (now) => {
    const { id, type } = changed;
    const base_url = changed.base_url ?? undefined;
    const at = indexOf(now, id);
    if (at >= 0 && create) throw new BraidError("INVALID_INPUT", say("provider.taken", { id }));
    if (at < 0) return append(now, { id, type, ...(base_url === undefined ? {} : { base_url }) });
    const before = providersIn(now)[at] as Partial<ProviderEntry>;
    const path = (name: string) => ["providers", at, name];
    const edits: SettingsEdit[] = [
      { path: path("type"), value: type },
      { path: path("base_url"), value: base_url },
    ];
    // The file's own variable was meant for the old address: a window that changes the address drops it.
    const moved =
      originOf({ type, ...(base_url === undefined ? {} : { base_url }) }) !==
      originOf(before as ProviderEntry);
    if (moved && before.api_key_env !== undefined)
      edits.push({ path: path("api_key_env"), value: undefined });
    if (type !== "openai" && before.api !== undefined) edits.push({ path: path("api"), value: undefined });
    return edits.filter(({ path: [, , name], value }) => value !== undefined || String(name) in before);
  };
}

export function removeProvider(id: string): EditSettings {
  return (now) => {
    const at = indexOf(now, id);
    const chosen = now as { default_model?: { provider_id?: unknown } };
    return [
      ...(at < 0 ? [] : [{ path: ["providers", at], value: undefined }]),
      // A default model of the removed provider goes too: its name would mean nobody.
      ...(chosen.default_model?.provider_id === id ? [{ path: ["default_model"], value: undefined }] : []),
    ];
  };
}

type ModelChange = Omit<ModelEdit, "provider_id" | "model_id">;

/**
 * Writes facts of a model. The first such entry begins a list, and a list is complete: it gets all models that are `offered`, or the others
 * would be gone. Adds the provider where the file does not have it yet.
 */
export function saveModel(
  provider: Pick<ProviderEntry, "id" | "type">,
  model_id: string,
  { compaction = {}, ...facts }: ModelChange,
  offered: readonly string[],
): EditSettings {
  return (now) => {
    const said = Object.entries(facts).filter(([, value]) => value !== undefined);
    const own = nestedCompaction(compaction);
    const entry = Object.fromEntries([
      ["id", model_id],
      ...said.filter(([, value]) => value !== null),
      ...(Object.keys(own).length === 0 ? [] : [["compaction", own]]),
    ]);
    const fresh = [...new Set([...offered, model_id])].map((id) => (id === model_id ? entry : { id }));
    const at = indexOf(now, provider.id);
    if (at < 0) return append(now, { id: provider.id, type: provider.type, models: fresh });
    const models = (providersIn(now)[at] as { models?: unknown }).models;
    if (!Array.isArray(models) || models.length === 0)
      return [{ path: ["providers", at, "models"], value: fresh }];
    const index = models.findIndex((model) => idOf(model) === model_id);
    if (index < 0 && models.length >= MOST_MODELS) throw tooMany("provider.too-many-models", MOST_MODELS);
    if (index < 0) return [{ path: ["providers", at, "models", models.length], value: entry }];
    const place = ["providers", at, "models", index];
    const edits = said
      .filter(([name, value]) => value !== null || name in (models[index] as object))
      .map(([name, value]) => ({ path: [...place, name], value: value ?? undefined }));
    return [...edits, ...compactionEdits(place, models[index], compaction)];
  };
}

/** The file's list as it stands, with its mistakes. */
function providersIn(now: unknown): unknown[] {
  const providers = typeof now === "object" && now !== null && "providers" in now ? now.providers : [];
  if (Array.isArray(providers)) return providers;
  throw new BraidError("INVALID_INPUT", say("settings-file.mend-first"), { hint: "providers: […]" });
}

const append = (now: unknown, entry: unknown): SettingsEdit[] => {
  const { length } = providersIn(now);
  if (length >= MOST_PROVIDERS) throw tooMany("provider.too-many", MOST_PROVIDERS);
  return length === 0
    ? [{ path: ["providers"], value: [entry] }]
    : [{ path: ["providers", length], value: entry }];
};

/** A limit for windows alone; the file may hold more if its user writes it. */
const tooMany = (what: "provider.too-many" | "provider.too-many-models", most: number): BraidError =>
  new BraidError("INVALID_INPUT", say(what, { most }), { hint: say("provider.too-many-hint") });

const indexOf = (now: unknown, id: string): number =>
  providersIn(now).findIndex((entry) => idOf(entry) === id);

const idOf = (entry: unknown): unknown =>
  typeof entry === "object" && entry !== null ? Reflect.get(entry, "id") : undefined;
