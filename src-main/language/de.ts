/** The German words of main. */
import commands from "../../resources/locales/de/commands.json";
import errors from "../../resources/locales/de/errors.json";
import guide from "../../resources/locales/de/guide.json";
import keys from "../../resources/locales/de/keys.json";
import problems from "../../resources/locales/de/problems.json";
import shell from "../../resources/locales/de/shell.json";

export const de = { commands, errors, guide, keys, problems, shell };
