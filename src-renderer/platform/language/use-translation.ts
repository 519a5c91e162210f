/**
 * The words of a namespace, for components, which render anew when the language changes. A conversation has hundreds of these: each costs
 * one subscription and one lookup, and makes nothing. (The hook of react-i18next copies the whole i18next object for each component.)
 */
import type { FlatNamespace, Namespace, TFunction } from "i18next";
import { useSyncExternalStore } from "react";
import { language } from "./language";

const listeners = new Set<() => void>();
/** Functions by language and namespace, each made once. */
const made = new Map<string, TFunction<Namespace>>();

language.on("languageChanged", () => {
  for (const listener of listeners) listener();
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function wordsOf(ns: FlatNamespace): TFunction<Namespace> {
  const key = `${language.language} ${ns}`;
  const words = made.get(key) ?? language.getFixedT(language.language, ns);
  made.set(key, words);
  return words;
}

/** `ns`: the namespace of plain keys, then the namespaces whose keys name them in front (`common:cancel`). */
export function useTranslation<const Ns extends FlatNamespace | readonly FlatNamespace[] = "common">(
  ns?: Ns,
): { t: TFunction<Ns> } {
  const [first = "common"] = typeof ns === "object" ? ns : [ns as FlatNamespace | undefined];
  const t = useSyncExternalStore(subscribe, () => wordsOf(first));
  return { t: t as TFunction<Ns> };
}
