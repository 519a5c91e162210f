/** The system prompt of a turn (SP-1): its sections in their order, and its digest (SP-2). Same inputs, same bytes. */
import { createHash } from "node:crypto";
import type { ModelRef } from "../../../src-preload/contract/types";
import type { SystemPrompt } from "../ports/store";

/** What a turn's surroundings are; read once at the turn's start. */
export interface Environment {
  platform: string;
  workspace_root?: string;
  /** `git status --short --branch` of the workspace, where it is a repository. */
  git_status?: string;
  /** Epoch ms. The prompt holds the date alone: with the time of day no two prompts would share a cached beginning. */
  now: number;
  time_zone: string;
}

export interface PromptInputs {
  /** The agent's own words. */
  manifest: string;
  environment: Environment;
  model: ModelRef;
}

export function assembleSystemPrompt({
  manifest,
  environment,
  model,
}: PromptInputs): SystemPrompt & { text: string } {
  const sections = [
    { name: "manifest", text: manifest.trim() },
    { name: "environment", text: environmentSection(environment, model) },
  ];
  const text = promptText(sections);
  return { text, sections, digest: createHash("sha256").update(text).digest("hex") };
}

/** A stored prompt as it was sent. */
export const promptText = (sections: SystemPrompt["sections"]): string =>
  sections.map((section) => section.text).join("\n\n");

function environmentSection(environment: Environment, model: ModelRef): string {
  const variant = model.variant === undefined ? "" : ` (${model.variant})`;
  const lines = [
    "# Environment",
    `Platform: ${environment.platform}`,
    `Workspace: ${environment.workspace_root ?? "none"}`,
    `Date: ${localDate(environment.now, environment.time_zone)} (${environment.time_zone})`,
    `Model: ${model.provider_id}/${model.model_id}${variant}`,
  ];
  if (environment.git_status !== undefined) lines.push("Git status:", environment.git_status);
  return lines.join("\n");
}

/** YYYY-MM-DD: the Swedish locale writes dates so. */
const localDate = (now: number, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
