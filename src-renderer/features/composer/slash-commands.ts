/** The commands that the composer offers after a `/`, taken from the one table of commands. */

import { type CommandId, commandIds, placeOf } from "../../../src-preload/contract/window/commands";
import { isEnabled } from "../../platform/commands/registry";
import { t } from "../../platform/language/language";
import { inWords } from "../../platform/language/words";
import { levels, models } from "../../thread/model/current-model";
import { findModels } from "../../thread/model/model-groups";
import { activeThread } from "../../thread/thread";
import { LONGEST_COMMAND, matchSlash, parseSlash, type SlashCommand } from "./slash";

export interface SlashOption {
  key: string;
  /** The text in the composer after the option is taken. */
  text: string;
  label: string;
  hint: string;
  /** True if taking the option runs the command; otherwise an argument has to follow. */
  complete: boolean;
  disabled: boolean;
}

const MOST_MODELS = 8;

const withSlash = commandIds.flatMap((id) => {
  const { slash, argument } = placeOf(id);
  return slash === undefined ? [] : [{ id, slash, argument }];
});

export const slashNames: readonly string[] = withSlash.map(({ slash }) => slash);

/** Returns this window's slash commands, each with its state at the time of the call. */
export const slashCommands = (): SlashCommand<CommandId>[] =>
  withSlash.map((place) => ({ ...place, enabled: isEnabled(place.id) }));

/** Returns the options for a text in the composer; undefined for a text that is no command. */
export function optionsFor(text: string): SlashOption[] | undefined {
  const parsed = text.length > LONGEST_COMMAND ? undefined : parseSlash(text);
  if (parsed === undefined) return undefined;
  if (parsed.argument === undefined) return matchSlash(slashCommands(), parsed.name).map(commandOption);
  const command = slashCommands().find(({ slash }) => slash === parsed.name);
  if (command === undefined || !command.enabled) return undefined;
  return argumentsOf(command, parsed.argument.trim());
}

function commandOption({ id, slash, argument, enabled }: SlashCommand<CommandId>): SlashOption {
  const placeholder = argument === undefined ? "" : ` ${t(`composer:argument.${plain(argument)}`)}`;
  return {
    key: id,
    text: argument === undefined ? `/${slash}` : `/${slash} `,
    label: `/${slash}${placeholder}`,
    hint: t(`commands:${id}`),
    complete: argument?.endsWith("!") !== true,
    disabled: !enabled,
  };
}

const plain = (argument: string) => argument.replace("!", "") as "title" | "model" | "level" | "focus";

/** Returns the words that may follow a command; undefined if any may. */
function argumentsOf({ slash, argument }: SlashCommand, typed: string): SlashOption[] | undefined {
  const option = (value: string, hint: string, disabled = false): SlashOption => {
    const text = `/${slash} ${value}`;
    return { key: text, text, label: text, hint, complete: true, disabled };
  };
  if (argument === "level!")
    return ["off", ...levels(activeThread())]
      .filter((level) => level.startsWith(typed))
      .map((level) => option(level, ""));
  if (argument !== "model") return undefined;
  const found = findModels(models(), [], typed).groups.flatMap(({ items }) => items);
  return found
    .slice(0, MOST_MODELS)
    .map(({ ref, label, unavailable }) =>
      option(
        `${ref.provider_id}/${ref.model_id}`,
        unavailable === undefined ? label : inWords(unavailable),
        unavailable !== undefined,
      ),
    );
}
