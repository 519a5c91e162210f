/** What is wrong with `settings.json`, in the language of its reader at the moment of reading: the schemas are made before it is known. */
import type { en } from "../core/language/en";
import { t } from "../core/language/language";

type ProblemKey = Exclude<keyof (typeof en)["problems"], "syntax">;

/** As zod's error parameter. */
export const say = (key: ProblemKey, params: Record<string, string | number> = {}) => ({
  error: () => t(`problems:${key}`, params),
});
