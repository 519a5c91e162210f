/** Reads the form of an agent, and fills it (AG-8). Pure. */

import { TOOL_NAMES } from "../../../src-preload/contract/domain/agent-tools";
import {
  AGENT_NAME,
  type AgentFields,
  LONGEST_AGENT_NAME,
  LONGEST_DESCRIPTION,
  LONGEST_INSTRUCTIONS,
} from "../../../src-preload/contract/domain/agents";
import { THINKING_LEVELS } from "../../../src-preload/contract/domain/models";

export interface FormTexts {
  name: string;
  description: string;
  instructions: string;
  /** The tools that are ticked. */
  tools: readonly string[];
  /** The agent has tools of later versions as well. */
  later: boolean;
  /** Names of tools that this version does not have: they stay in the file. */
  others: readonly string[];
  /** `provider/model`; empty: none. */
  model: string;
  thinking: string;
  max_steps: string;
  token_budget: string;
}

export type FormField = "name" | "description" | "instructions" | "max_steps" | "token_budget";
export type FormMistake = "wrong" | "taken" | "none" | "long";

export const MOST = { max_steps: 9999, token_budget: 999_999_999 } as const;

const isKnown = (name: string): boolean => TOOL_NAMES.some((known) => known === name);

export function textsOf({ name, manifest, limits, description, tools, model, thinking }: AgentFields) {
  const named = tools ?? ["*"];
  const later = named.includes("*");
  const has = (tool: string) => !named.includes(`-${tool}`) && (later || named.includes(tool));
  const texts: FormTexts = {
    name,
    description: description ?? "",
    instructions: manifest,
    tools: TOOL_NAMES.filter(has),
    later,
    others: named.filter((tool) => tool !== "*" && !isKnown(tool.replace(/^-/, ""))),
    model: model === undefined ? "" : `${model.provider_id}/${model.model_id}`,
    thinking: thinking ?? "",
    max_steps: limits.max_steps?.toString() ?? "",
    token_budget: limits.token_budget?.toString() ?? "",
  };
  return texts;
}

export const EMPTY_FORM: FormTexts = textsOf({ name: "", manifest: "", limits: {} });

function toolsIn({ tools, later, others }: FormTexts): string[] | undefined {
  if (!later) return [...tools, ...others];
  const without = TOOL_NAMES.filter((tool) => !tools.includes(tool)).map((tool) => `-${tool}`);
  const listed = [...without, ...others];
  return listed.length === 0 ? undefined : ["*", ...listed];
}

function readLimit(text: string, most: number): number | "wrong" | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text.trim());
  return /^\d+$/.test(text.trim()) && value >= 1 && value <= most ? value : "wrong";
}

const mistakeInName = (name: string, taken: readonly string[]): FormMistake | undefined => {
  if (!AGENT_NAME.test(name) || name.length > LONGEST_AGENT_NAME) return "wrong";
  return taken.includes(name) ? "taken" : undefined;
};

const mistakeInText = (text: string): FormMistake | undefined =>
  text === "" ? "none" : text.length > LONGEST_INSTRUCTIONS ? "long" : undefined;

/** The agent of a form, and the mistakes in it. `taken`: names that other agents have. */
export function readForm(
  texts: FormTexts,
  taken: readonly string[],
): { agent: AgentFields; wrong: ReadonlyMap<FormField, FormMistake> } {
  const name = texts.name.trim();
  const manifest = texts.instructions.trim();
  const description = texts.description.trim();
  const steps = readLimit(texts.max_steps, MOST.max_steps);
  const budget = readLimit(texts.token_budget, MOST.token_budget);
  const mistakes: [FormField, FormMistake | undefined][] = [
    ["name", mistakeInName(name, taken)],
    ["description", description.length > LONGEST_DESCRIPTION ? "long" : undefined],
    ["instructions", mistakeInText(manifest)],
    ["max_steps", steps === "wrong" ? "wrong" : undefined],
    ["token_budget", budget === "wrong" ? "wrong" : undefined],
  ];
  const wrong = new Map(mistakes.flatMap(([field, why]) => (why === undefined ? [] : [[field, why]])));
  const tools = toolsIn(texts);
  const thinking = THINKING_LEVELS.find((level) => level === texts.thinking);
  // A model's own name may hold slashes.
  const at = texts.model.indexOf("/");
  const model = { provider_id: texts.model.slice(0, at), model_id: texts.model.slice(at + 1) };
  return {
    agent: {
      name,
      manifest,
      limits: {
        ...(typeof steps === "number" ? { max_steps: steps } : {}),
        ...(typeof budget === "number" ? { token_budget: budget } : {}),
      },
      ...(description === "" ? {} : { description }),
      ...(tools === undefined ? {} : { tools }),
      ...(texts.model === "" ? {} : { model }),
      ...(thinking === undefined ? {} : { thinking }),
    },
    wrong,
  };
}

/** A free name for a copy. */
export function copyName(name: string, taken: readonly string[]): string {
  const stem = name.slice(0, LONGEST_AGENT_NAME - 4);
  for (let at = 2; ; at++) if (!taken.includes(`${stem}-${at}`)) return `${stem}-${at}`;
}
