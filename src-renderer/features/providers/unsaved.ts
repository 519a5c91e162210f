/**
 * What is typed into the forms about providers and not saved yet: it outlives the dialog they stand in, which may close without its user's
 * doing, in the memory of this page alone. A key has no place here: it never leaves its field.
 */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Keeping } from "../../../src-preload/contract/domain/providers";
import type { Fields } from "./model-fields";
import type { PresetName } from "./presets";

/** What was touched, and nothing that stood there before. */
interface Typed extends Partial<Fields> {
  id?: string;
  address?: string;
  keep?: Keeping;
  small?: boolean;
}

/** The names of the forms. What is of a provider begins with its id, which has no spaces in it. */
export const forms = {
  adding: (preset: PresetName, brief: boolean) => `${brief ? "+ brief" : "+"} ${preset}`,
  address: (provider_id: string) => `${provider_id} address`,
  model: (provider_id: string, model_id: string) => `${provider_id} model ${model_id}`,
};

const unsaved = createStore<Readonly<Record<string, Typed>>>(() => ({}));

/** Undefined where nothing was typed. */
export const typedIn = (form: string): Typed | undefined => unsaved.getState()[form];

export const useTyped = (form: string): Typed => useStore(unsaved, (all) => all[form]) ?? NOTHING;
const NOTHING: Typed = {};

export function noteTyped(form: string, typed: Typed): void {
  unsaved.setState((all) => ({ [form]: { ...all[form], ...typed } }));
}

function keep(isKept: (form: string) => boolean): void {
  const all = Object.entries(unsaved.getState());
  unsaved.setState(Object.fromEntries(all.filter(([form]) => isKept(form))), true);
}

/** It was saved or cancelled. */
export const forgetTyped = (form: string): void => keep((other) => other !== form);

/** It is no more. */
export const forgetProvider = (id: string): void => keep((form) => !form.startsWith(`${id} `));
