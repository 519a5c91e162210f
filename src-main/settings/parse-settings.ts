/** Parses the text of `settings.json`: reports each mistake with its place, and applies the rest. */

import { createScanner, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import * as z from "zod/mini";
import {
  MOST_FAVOURITES,
  MOST_HOOKS,
  MOST_PROVIDERS,
  MOST_WORKSPACE_MODELS,
} from "../../src-preload/contract/domain/limits";
import { USUAL_PROVIDERS } from "../../src-preload/contract/domain/providers";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import type { SettingsProblem } from "../../src-preload/contract/domain/settings";
import type { UsualKeys } from "../../src-preload/contract/domain/shortcuts";
import { say } from "../core/say";
import { ProblemList, readLeniently } from "./lenient-reader";
import { problem } from "./problem-words";
import {
  appearanceSchema,
  compactionSchema,
  defaultModelSchema,
  favouriteModelsSchema,
  hookListSchema,
  hookSchema,
  modelSchema,
  type ProviderSettings,
  providerSchema,
  recorderSchema,
  runSchema,
  type Settings,
  windowSchema,
  workspacesSchema,
} from "./settings-schema";
import { shortcutsSchema } from "./shortcuts-schema";

export interface ParsedSettings {
  settings: Settings;
  problems: SettingsProblem[];
  /** False where the text is not JSON, so that nobody may write into it. */
  well_formed: boolean;
}

/** After a few problems, the rest are mostly echoes of the first. */
const MAX_SYNTAX_PROBLEMS = 3;

/** Levels of braces and brackets. The parser calls itself for each: 20,000 of them would crash the parser, and main with it. */
const MOST_LEVELS = 64;

/**
 * Accepts comments and trailing commas; an empty text is an empty object. Costs time linear in the text, whatever it holds.
 * @param usual the commands whose keys the file may name
 * @param before the settings in force. They stay where the text is not JSON: it may be half-written, and half a provider has another address
 */
export function parseSettings(text: string, usual: UsualKeys = {}, before?: Settings): ParsedSettings {
  const problems = new ProblemList();
  const too_deep = lookThrough(text, problems);
  if (too_deep !== undefined) {
    const otherwise = say(before === undefined ? "problems:defaults" : "problems:kept");
    const message = say("problems:too-deep", { most: MOST_LEVELS, otherwise });
    problems.add([`settings.json:${placeOf(text, too_deep)}`], message);
    return {
      settings: before ?? readSettings({}, problems, { broken: new Set(), usual }),
      problems: problems.all,
      well_formed: false,
    };
  }
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === "" ? {} : parse(text, errors, { allowTrailingComma: true });
  const well_formed = errors.length === 0;
  const otherwise = say(before === undefined ? "problems:rest-applies" : "problems:kept");
  for (const error of errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const message = say("problems:then", { what: syntaxMessage(error), otherwise });
    problems.add([`settings.json:${placeOf(text, error.offset)}`], message);
  }
  if (!well_formed && before !== undefined) return { settings: before, problems: problems.all, well_formed };
  const broken = well_formed ? undefined : brokenProviders(text, errors);
  return { settings: readSettings(value, problems, { broken, usual }), problems: problems.all, well_formed };
}

/** The places of providers of which nobody knows what their user wrote; undefined for a text that is JSON. */
type Broken = ReadonlySet<number> | undefined;

/**
 * Finds the providers that a syntax error may have changed: one that holds the error or is never closed, and one before an error that
 * comes ahead of the next provider, because a brace too many ends a provider early.
 */
function brokenProviders(text: string, errors: readonly ParseError[]): Set<number> {
  const root = parseTree(text, [], { allowTrailingComma: true });
  // As in JSON, the last of two values with one name counts.
  const list = root?.children?.findLast(({ children }) => children?.[0]?.value === "providers")
    ?.children?.[1];
  const entries = list?.type === "array" ? (list.children ?? []).slice(0, MOST_PROVIDERS) : [];
  // A list that is never closed has the length of the text, or none. Its errors stand at the end itself.
  const ends = list === undefined || list.length < 0 ? text.length : list.offset + list.length;
  const touched = entries.flatMap(({ offset, length }, index) => {
    const next = entries.slice(index + 1).find(({ type }) => type === "object")?.offset ?? ends + 1;
    return length < 0 || errors.some((error) => error.offset > offset && error.offset < next) ? [index] : [];
  });
  return new Set(touched);
}

/** Reports `__proto__`, a name that the parser drops. Returns the offset where the text gets too deep, if it does. */
function lookThrough(text: string, problems: ProblemList): number | undefined {
  const scanner = createScanner(text, true);
  let level = 0;
  let name = "";
  let told = false;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const at = scanner.getTokenOffset();
    const begins = text.charAt(at);
    if (begins === "{" || begins === "[") level += 1;
    if (begins === "}" || begins === "]") level -= 1;
    if (level > MOST_LEVELS) return at;
    if (begins === ":" && name === "__proto__" && !told) {
      problems.add([`settings.json:${placeOf(text, at)}`], say("problems:unknown"));
      told = true;
    }
    name = begins === '"' ? scanner.getTokenValue() : "";
  }
  return undefined;
}

const topLevel = z.strictObject(
  {
    providers: z.optional(z.unknown()),
    default_model: z.optional(z.unknown()),
    favourite_models: z.optional(z.unknown()),
    workspaces: z.optional(z.unknown()),
    compaction: z.optional(z.unknown()),
    recorder: z.optional(z.unknown()),
    run: z.optional(z.unknown()),
    appearance: z.optional(z.unknown()),
    window: z.optional(z.unknown()),
    shortcuts: z.optional(z.unknown()),
    hooks: z.optional(z.unknown()),
  },
  problem("one-object"),
);

interface Known {
  broken: Broken;
  usual: UsualKeys;
}

function readSettings(value: unknown, problems: ProblemList, { broken, usual }: Known): Settings {
  const reading = { at: [], problems, otherwise: say("problems:defaults") };
  // The syntax problem is enough for a text that is not JSON at all.
  const readable = value === undefined && broken !== undefined ? {} : value;
  const top: z.output<typeof topLevel> = readLeniently(topLevel, readable, reading) ?? {};
  const section = <S extends z.ZodMiniType>(
    schema: S,
    name: "appearance" | "compaction" | "recorder" | "run" | "shortcuts" | "window",
  ): z.output<S> => {
    const found = readLeniently(schema, top[name] ?? {}, {
      at: [name],
      problems,
      otherwise: say("problems:default"),
    });
    return found ?? schema.parse({});
  };
  const listed = <S extends z.ZodMiniType>(
    schema: S,
    name: "favourite_models" | "workspaces",
    most: number,
  ) => {
    if (top[name] === undefined) return undefined;
    const value = atMost(most, top[name], [name], problems);
    return readLeniently(schema, value, { at: [name], problems, otherwise: say("problems:default") });
  };
  const { providers, left_out } = readProviders(top.providers ?? [], problems, broken);
  return {
    providers,
    left_out_providers: left_out,
    default_model: readDefaultModel(top.default_model, { providers, left_out }, problems),
    favourite_models: listed(favouriteModelsSchema, "favourite_models", MOST_FAVOURITES) ?? [],
    workspaces: listed(workspacesSchema, "workspaces", MOST_WORKSPACE_MODELS) ?? {},
    compaction: section(compactionSchema, "compaction"),
    recorder: section(recorderSchema, "recorder"),
    run: section(runSchema, "run"),
    appearance: section(appearanceSchema, "appearance"),
    window: section(windowSchema, "window"),
    hooks: readHooks(top.hooks ?? [], problems),
    shortcuts: section(shortcutsSchema(usual), "shortcuts"),
  };
}

/** The first `most` items of a list or an object. Reports once that there are more. Returns any other value as it is. */
function atMost(most: number, value: unknown, at: PropertyKey[], problems: ProblemList): unknown {
  if (typeof value !== "object" || value === null) return value;
  const many = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (many <= most) return value;
  problems.add(at, say("problems:too-many", { most }));
  return Array.isArray(value)
    ? value.slice(0, most)
    : Object.fromEntries(Object.entries(value).slice(0, most));
}

/** Models of all providers together: each is a row of the list in the window. */
const MOST_IN_ALL = 5000;

interface ReadProviders {
  providers: ProviderSettings[];
  left_out: string[];
}

/**
 * Unknown names of a provider that may have been meant for its address or its key: without them it would be asked elsewhere. A key itself in
 * the file changes nothing of that: it is told, and not used.
 */
const ADDRESS_OR_KEY =
  /^(?!api_?key$|api_?version$|max_)(?:base|.*ur[li]$|addr|.*host$|.*endpoint|.*proxy|.*server|api|.*key(?!word)|.*token$|auth(?!or)|.*(?:env|evn)$|.*header|org)/i;

function readProviders(value: unknown, problems: ProblemList, broken: Broken): ReadProviders {
  // Of a broken text nobody knows which providers it had: no usual one may take the place of one that is lost.
  const lost = broken === undefined ? [] : USUAL_PROVIDERS;
  if (!Array.isArray(value)) {
    problems.add(["providers"], say("problems:providers-list"));
    return { providers: [], left_out: [...lost] };
  }
  const known = new Map<string, ProviderSettings>();
  const left_out: string[] = [...lost, ...value.slice(MOST_PROVIDERS).flatMap(idOf)];
  if (value.length > MOST_PROVIDERS)
    problems.add(["providers"], say("problems:too-many", { most: MOST_PROVIDERS }));
  let most = MOST_IN_ALL;
  for (const [index, entry] of value.slice(0, MOST_PROVIDERS).entries()) {
    const at = ["providers", index];
    const otherwise = say("problems:provider-left-out");
    const reading = { at, problems, otherwise, all_or_nothing: true, doubtful: ADDRESS_OR_KEY };
    const is_broken = broken?.has(index) === true;
    if (is_broken) problems.add(at, say("problems:then", { what: say("problems:broken"), otherwise }));
    const provider = is_broken ? undefined : readLeniently(providerSchema, entry, reading);
    if (provider === undefined) left_out.push(...idOf(entry));
    else if (known.has(provider.id)) problems.add([...at, "id"], say("problems:id-used", { otherwise }));
    else {
      const models = readModels(provider.models, at, { most, problems });
      most -= models.length;
      known.set(provider.id, { ...provider, models });
    }
  }
  return { providers: [...known.values()], left_out: [...new Set(left_out)].filter((id) => !known.has(id)) };
}

const idOf = (entry: unknown): string[] =>
  typeof entry === "object" && entry !== null && "id" in entry && typeof entry.id === "string"
    ? [entry.id]
    : [];

/** `most`: how many models of all providers together may still come. */
function readModels(
  entries: unknown[],
  at: PropertyKey[],
  { most, problems }: { most: number; problems: ProblemList },
): ProviderSettings["models"] {
  if (entries.length > most)
    problems.add([...at, "models"], say("problems:too-many-models", { most: MOST_IN_ALL }));
  return entries.slice(0, most).flatMap((entry, index) => {
    const otherwise = say("problems:left-out");
    const model = readLeniently(modelSchema, entry, { at: [...at, "models", index], problems, otherwise });
    return model === undefined ? [] : [model];
  });
}

/** A hook with a mistake is left out whole: half of it would do something else than its user meant. */
function readHooks(value: unknown, problems: ProblemList): Settings["hooks"] {
  const otherwise = say("problems:left-out");
  const entries = readLeniently(hookListSchema, atMost(MOST_HOOKS, value, ["hooks"], problems), {
    at: ["hooks"],
    problems,
    otherwise: say("problems:default"),
  });
  return (entries ?? []).flatMap((entry, index) => {
    const at = ["hooks", index];
    const hook = readLeniently(hookSchema, entry, { at, problems, otherwise, all_or_nothing: true });
    return hook === undefined ? [] : [hook];
  });
}

/** Keeps a default that names no known provider. An answer from another model than the chosen one would be worse than an error. */
function readDefaultModel(
  value: unknown,
  { providers, left_out }: ReadProviders,
  problems: ProblemList,
): Settings["default_model"] {
  if (value === undefined) return undefined;
  const at = ["default_model"];
  const otherwise = say("problems:builtin-default");
  const ref = readLeniently(defaultModelSchema, value, { at, problems, otherwise });
  const ids = [
    ...providers.map((provider) => provider.id),
    // These exist without an entry in the file: the built-in one, and those whose key may be in the environment.
    "builtin",
    ...USUAL_PROVIDERS.filter((id) => !left_out.includes(id)),
  ];
  if (ref !== undefined && !ids.includes(ref.provider_id)) {
    problems.add([...at, "provider_id"], say("problems:no-such-provider", { ids: ids.join(", ") }));
  }
  return ref;
}

/** `line:column`, both from 1. */
function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

const SYNTAX = [
  "InvalidNumberFormat",
  "PropertyNameExpected",
  "ValueExpected",
  "ColonExpected",
  "CommaExpected",
  "CloseBraceExpected",
  "CloseBracketExpected",
  "EndOfFileExpected",
  "UnexpectedEndOfComment",
  "UnexpectedEndOfString",
] as const;

function syntaxMessage({ error }: ParseError): Sentence {
  const code = SYNTAX.find((known) => known === printParseErrorCode(error)) ?? "other";
  return say(`problems:syntax.${code}`);
}
