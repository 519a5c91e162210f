/** The keys in force: the defaults of the commands, with the keys that the user has chosen in their place. */
import { type CommandId, commandIds, placeOf } from "./commands";

/** The keys that the user has chosen, in their one spelling; null for a command that shall have none. */
export type Shortcuts = { readonly [Id in CommandId]?: string | null };

export interface KeyInForce {
  id: CommandId;
  key: string;
  /** In a text field that has something to undo, the key does what it does in every text field. */
  yields: boolean;
}

/** The key that a command has now; undefined for one without a key. */
export function keyInForce(id: CommandId, shortcuts: Shortcuts): string | undefined {
  const chosen = shortcuts[id];
  return chosen === undefined ? placeOf(id).key : (chosen ?? undefined);
}

/** All keys in force, in the order in which a pressed key looks for its command: a chosen key comes before another command's default. */
export function keysInForce(shortcuts: Shortcuts): KeyInForce[] {
  const isChosen = (id: CommandId) => shortcuts[id] !== undefined;
  return [...commandIds.filter(isChosen), ...commandIds.filter((id) => !isChosen(id))].flatMap((id) => {
    const key = keyInForce(id, shortcuts);
    const { key: usual, yields } = placeOf(id);
    // Another key than the usual one has no meaning in text fields that it could leave to them.
    return key === undefined ? [] : [{ id, key, yields: yields === true && key === usual }];
  });
}
