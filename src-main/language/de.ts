/** The German words of main. */
import commands from "../../resources/locales/de/commands.json";
import errors from "../../resources/locales/de/errors.json";
import guide from "../../resources/locales/de/guide.json";
import problems from "../../resources/locales/de/problems.json";
import settings from "../../resources/locales/de/settings.json";
import shell from "../../resources/locales/de/shell.json";

export const de = { commands, errors, guide, settings, problems, shell };
