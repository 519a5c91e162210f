/** Groups the models for the list: favourites first, then each provider's. A search narrows all groups. Pure. */
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import { modelKey, type PickedModel, withUsualLevel } from "./model-choice";

/** More rows than anybody reads: a user who looks for one of hundreds types. */
export const MOST_ROWS = 120;

/** An alias, not an interface: the list takes groups with any further fields, and an interface never fits that. */
export type ModelGroup = {
  /** `favourites`, or `provider:` and its id: a provider may have any name. */
  key: string;
  /** Absent for the favourites. */
  provider_id?: string;
  items: ModelChoice[];
};

export interface FoundModels {
  groups: ModelGroup[];
  /** The number of found models that are not shown. */
  more: number;
}

/** Returns true if label, id or provider contain every word. */
function matches({ label, ref }: ModelChoice, words: readonly string[]): boolean {
  const text = `${label} ${ref.model_id} ${ref.provider_id}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

/** Finds models. A favourite stands only among the favourites. */
export function findModels(
  models: readonly ModelChoice[],
  favourites: readonly ModelRef[],
  query: string,
): FoundModels {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? models : models.filter((model) => matches(model, words));
  const order = new Map(favourites.map((ref, index) => [modelKey(ref), index]));
  const starred: ModelChoice[] = [];
  const rest = new Map<string, ModelChoice[]>();
  for (const model of found) {
    const { provider_id } = model.ref;
    if (order.has(modelKey(model.ref))) starred.push(model);
    else rest.set(provider_id, [...(rest.get(provider_id) ?? []), model]);
  }
  const place = ({ ref }: ModelChoice) => order.get(modelKey(ref)) ?? 0;
  const groups: ModelGroup[] = [{ key: "favourites", items: starred.sort((a, b) => place(a) - place(b)) }];
  for (const [provider_id, items] of rest)
    groups.push({ key: `provider:${provider_id}`, provider_id, items });
  return firstRows(groups, found.length);
}

function firstRows(groups: readonly ModelGroup[], found: number): FoundModels {
  const shown: ModelGroup[] = [];
  let room = MOST_ROWS;
  for (const group of groups) {
    const items = group.items.slice(0, room);
    if (items.length > 0) shown.push({ ...group, items });
    room -= items.length;
  }
  return { groups: shown, more: Math.max(0, found - MOST_ROWS) };
}

/** A model that is picked: with the thinking level that was picked before, if it takes that, else with its usual level (MS-1). */
export function withLevelOf(
  { picked, agentLevel }: Pick<PickedModel, "picked" | "agentLevel">,
  choice: ModelChoice,
): ModelRef {
  const level = choice.thinking?.find((name) => name === picked?.variant);
  if (level === undefined) return withUsualLevel(choice.ref, [choice], agentLevel);
  const { provider_id, model_id } = choice.ref;
  return { provider_id, model_id, variant: level };
}
