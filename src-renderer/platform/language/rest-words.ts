/** All words but those of the first frame, which `language.ts` has. Loaded with the script of the rest of the window. */
import { en } from "./en";
import { language } from "./language";

/** The other languages, one file for each namespace. The first frame's words are loaded already, and two namespaces are main's alone. */
const others = import.meta.glob<object>(
  [
    "../../../resources/locales/*/*.json",
    "!../../../resources/locales/en/*",
    "!../../../resources/locales/*/{common,composer,guide,shell}.json",
  ],
  { eager: true, import: "default" },
);

for (const [namespace, words] of Object.entries(en)) language.addResourceBundle("en", namespace, words);
for (const [path, words] of Object.entries(others)) {
  const [, lng = "", namespace = ""] = /(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
  language.addResourceBundle(lng, namespace, words);
}
