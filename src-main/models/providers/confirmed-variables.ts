/**
 * Which variable of the environment its user has let go to which address. Kept by main: `settings.json` is anybody's to edit, and what it
 * names there leaves for no other address than the usual one, or this computer, before it is confirmed here.
 */
import { z } from "zod";
import type { AppStateStore } from "../../core/ports/store";

export interface VariableAt {
  variable: string;
  /** The only one it goes to. */
  origin: string;
}

export interface ConfirmedVariables {
  has(pair: VariableAt): boolean;
  /** @throws the store's error, and then nothing is confirmed. */
  confirm(pair: VariableAt): void;
}

const KEY = "confirmed_variables";
/** The oldest are asked about again. */
const MOST = 500;
const stored = z.array(z.object({ variable: z.string(), origin: z.string() }));

const isSame = (one: VariableAt, other: VariableAt): boolean =>
  one.variable === other.variable && one.origin === other.origin;

/** The store is asked when something depends on it, and not before. */
export function openConfirmedVariables(memory: AppStateStore): ConfirmedVariables {
  const all = () => stored.safeParse(memory.appState(KEY)).data ?? [];
  return {
    has: (pair) => all().some((one) => isSame(one, pair)),
    confirm({ variable, origin }) {
      const pair = { variable, origin };
      const others = all().filter((one) => !isSame(one, pair));
      memory.setAppState(KEY, [...others, pair].slice(-MOST));
    },
  };
}
