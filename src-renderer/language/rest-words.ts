/** All words but those of the first frame, which has its own (`language.ts`): they come with the script of what says them. */
import { de } from "./de";
import { en } from "./en";
import { language } from "./language";

for (const [lng, words] of Object.entries({ en, de }))
  for (const [area, keys] of Object.entries(words)) language.addResourceBundle(lng, area, keys);
