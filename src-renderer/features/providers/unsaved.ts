/**
 * The unsaved text of the forms about providers. The page's memory keeps it when the dialog closes, which may happen without the user's
 * doing. A key is never kept here: it stays in its field.
 */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ThinkingLevel } from "../../../src-preload/contract/domain/models";
import type { Keeping } from "../../../src-preload/contract/domain/providers";
import type { CompactionTexts } from "./compaction-fields";
import type { Fields } from "./model-fields";
import type { Switches } from "./model-switches";
import type { PresetName } from "./presets";

/** The fields that the user has changed. Others show the stored values. */
interface Typed extends Partial<Fields> {
  id?: string;
  address?: string;
  keep?: Keeping;
  switches?: Partial<Switches>;
  /** `off`: the model decides. */
  default_thinking?: ThinkingLevel | "off";
  compaction?: CompactionTexts;
}

/** The names of the forms. The name of a provider's form begins with the id, which has no spaces in it. */
export const forms = {
  adding: (preset: PresetName, brief: boolean) => `${brief ? "+ brief" : "+"} ${preset}`,
  address: (provider_id: string) => `${provider_id} address`,
  model: (provider_id: string, model_id: string) => `${provider_id} model ${model_id}`,
};

const unsaved = createStore<Readonly<Record<string, Typed>>>(() => ({}));

/** Undefined if nothing was typed. */
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

/** Drops the text of a form that was saved or cancelled. */
export const forgetTyped = (form: string): void => keep((other) => other !== form);

/** Drops the text of all forms of a provider that was removed. */
export const forgetProvider = (id: string): void => keep((form) => !form.startsWith(`${id} `));
