/** The engines of turns, summaries and counts. They are a large part of main's code, and no window waits for them: their first use loads them. */
import type { compact as Compact, prepare as Prepare, rewrite as Rewrite } from "./compact";
import type { countContext as CountContext, countDraft as CountDraft } from "./count-context";
import type { planFreeing as PlanFreeing, tokensSaved as TokensSaved } from "./free-up";
import type { readSentPrompt as ReadSentPrompt } from "./sent-prompt";
import type { sumUp as SumUp } from "./sum-up";
import type { runTurn as RunTurn } from "./turn";

export const runTurn: typeof RunTurn = async (...given) => (await import("./turn")).runTurn(...given);
export const compact: typeof Compact = async (...given) => (await import("./compact")).compact(...given);
export const rewrite: typeof Rewrite = async (...given) => (await import("./compact")).rewrite(...given);
export const prepare: typeof Prepare = async (...given) => (await import("./compact")).prepare(...given);
export const sumUp: typeof SumUp = async (...given) => (await import("./sum-up")).sumUp(...given);
export const countContext: typeof CountContext = async (...given) =>
  (await import("./count-context")).countContext(...given);
export const countDraft: typeof CountDraft = async (...given) =>
  (await import("./count-context")).countDraft(...given);
export const planFreeing: typeof PlanFreeing = async (...given) =>
  (await import("./free-up")).planFreeing(...given);
export const tokensSaved: typeof TokensSaved = async (...given) =>
  (await import("./free-up")).tokensSaved(...given);
export const readSentPrompt: typeof ReadSentPrompt = async (...given) =>
  (await import("./sent-prompt")).readSentPrompt(...given);
