/** What main says in English: errors, menus, notifications. */
import commands from "../../../resources/locales/en/commands.json";
import errors from "../../../resources/locales/en/errors.json";
import guide from "../../../resources/locales/en/guide.json";
import problems from "../../../resources/locales/en/problems.json";
import settings from "../../../resources/locales/en/settings.json";
import shell from "../../../resources/locales/en/shell.json";

export const en = { commands, errors, guide, settings, problems, shell };
