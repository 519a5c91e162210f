/**
 * Remembers which environment variable its user has allowed to go to which address. Main keeps this itself, because anybody may edit
 * `settings.json`: a variable that the file names goes only to the type's usual address or to this computer until it is confirmed here.
 */
import * as z from "zod/mini";
import type { AppStateStore } from "../../core/ports/store";

export interface VariableAt {
  variable: string;
  /** The only origin that the variable goes to. */
  origin: string;
}

export interface ConfirmedVariables {
  has(pair: VariableAt): boolean;
  /** @throws the store's error; nothing is confirmed then. */
  confirm(pair: VariableAt): void;
}

const KEY = "confirmed_variables";
/** Beyond these the oldest are forgotten, and their users asked again. */
const MOST = 500;
const stored = z.array(z.object({ variable: z.string(), origin: z.string() }));

const isSame = (one: VariableAt, other: VariableAt): boolean =>
  one.variable === other.variable && one.origin === other.origin;

/** Reads the store at each question, not before. */
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
