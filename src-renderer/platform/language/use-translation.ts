/**
 * The words of a namespace, for components, which render anew when the language changes. A conversation has hundreds of these: each is one
 * subscription and one look-up, nothing is made. (The hook of react-i18next copies the whole i18next object for each component.)
 */
import type { FlatNamespace, Namespace, TFunction } from "i18next";
import { useSyncExternalStore } from "react";
import { language } from "./language";

const listeners = new Set<() => void>();
/** By language and namespace: the same function as long as both are the same. */
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

/** `ns`: where the keys stand, and after it those that are named with their namespace in front (`common:cancel`). */
export function useTranslation<const Ns extends FlatNamespace | readonly FlatNamespace[] = "common">(
  ns?: Ns,
): { t: TFunction<Ns> } {
  const [first = "common"] = typeof ns === "object" ? ns : [ns as FlatNamespace | undefined];
  const t = useSyncExternalStore(subscribe, () => wordsOf(first));
  return { t: t as TFunction<Ns> };
}
