/** The keys in force: the defaults of the commands, with the keys that the user has chosen in their place. */
import {
  COMMANDS,
  type CommandId,
  isOfSystem,
  type OwnCommandId,
  ownCommandIds,
  placeOf,
  type SystemEntry,
  type Yields,
} from "./commands";

/** The keys that the user has chosen, in their one spelling; null for a command that shall have none. */
export type Shortcuts = { readonly [Id in OwnCommandId]?: string | null };

export interface KeyInForce {
  id: OwnCommandId;
  key: string;
  /** Where a text field has the key, and not the command. */
  yields: Yields | undefined;
}

/** The key that a command has now; undefined for one without a key. */
export function keyInForce(id: OwnCommandId, shortcuts: Shortcuts): string | undefined {
  const chosen = shortcuts[id];
  return chosen === undefined ? placeOf(id).key : (chosen ?? undefined);
}

/** The key to show beside a command: the one in force, or that of the system, to which the application menu listens. */
export function shownKey(id: CommandId, shortcuts: Shortcuts, isMac: boolean): string | undefined {
  if (!isOfSystem(id)) return keyInForce(id, shortcuts);
  const { key, mac }: SystemEntry = COMMANDS[id].system;
  return isMac ? (mac ?? key) : key;
}

/** All keys in force that the page listens to, in the order in which a pressed key looks for its command: a chosen key comes before another command's default. */
export function keysInForce(shortcuts: Shortcuts): KeyInForce[] {
  const isChosen = (id: OwnCommandId) => shortcuts[id] !== undefined;
  return [...ownCommandIds.filter(isChosen), ...ownCommandIds.filter((id) => !isChosen(id))].flatMap((id) => {
    const key = keyInForce(id, shortcuts);
    const { key: usual, yields } = placeOf(id);
    // Another key than the usual one has no meaning in text fields that it could leave to them.
    return key === undefined ? [] : [{ id, key, yields: key === usual ? yields : undefined }];
  });
}
