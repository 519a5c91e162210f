/** Puts sentences of main into the window's language at the moment they are shown. */

import { inWordsOf, type Sentence, type Translate } from "../../../src-preload/contract/domain/sentence";
import { t } from "./language";
import { useTranslation } from "./use-translation";

/** For code outside of components. */
export const inWords = (sentence: Sentence): string => inWordsOf(t as unknown as Translate, sentence);

/** For components, which render anew when the language changes. */
export function useInWords(): (sentence: Sentence | undefined) => string {
  const { t } = useTranslation("errors");
  return (sentence) => (sentence === undefined ? "" : inWordsOf(t as unknown as Translate, sentence));
}
