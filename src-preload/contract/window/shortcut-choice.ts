/** Choosing the key of a command: the keys that it may not have, and the commands that have the same key. */
import { type KeyRefusal, refusalOf, type UsualKeys } from "../domain/shortcuts";
import { type OwnCommandId, ownCommandIds, placeOf } from "./commands";
import { keysInForce, type Shortcuts } from "./shortcuts";

/** All commands whose key can be changed, with their default keys, for the settings. */
export const usualKeys = (): UsualKeys =>
  Object.fromEntries(ownCommandIds.map((id) => [id, placeOf(id).key ?? null]));

/** Says why a command may not have a key. Its own default is always free: Escape stops the answer. `key` is in its one spelling. */
export const refusalFor = (id: OwnCommandId, key: string, isMac: boolean): KeyRefusal | undefined =>
  key === placeOf(id).key ? undefined : refusalOf(key, isMac);

/** The commands that share their key with others, each with these others. */
export function clashesOf(shortcuts: Shortcuts): ReadonlyMap<OwnCommandId, readonly OwnCommandId[]> {
  const inForce = keysInForce(shortcuts);
  return new Map(
    inForce.flatMap(({ id, key }) => {
      const others = inForce.filter((other) => other.key === key && other.id !== id).map((other) => other.id);
      return others.length === 0 ? [] : [[id, others] as const];
    }),
  );
}
