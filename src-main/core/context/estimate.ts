/**
 * Estimates the tokens of a prompt that nobody has measured yet (TK-3). A raw count times the ratio between the model's own measures and
 * raw counts. Pure.
 */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";

/** @param raw the tokenizer's own count @param ratio tokens of the model for one of them (`Calibration.ratioOf`) */
export const estimateOf = ({ raw, ratio }: { raw: number; ratio: number }): number => Math.ceil(ratio * raw);

/** The ratio before any measure: raw counts are those of one model, and others tend to count more. */
const UNMEASURED = 1.1;
/** A ratio beyond these says that the provider's numbers mean something else. */
const [LEAST, MOST] = [0.5, 3];
/** Models whose ratios are kept. */
const MODELS = 64;

/** Learns how many tokens a model takes for one raw token. In memory alone: the first step after a start measures again. */
export class Calibration {
  /** The model that was measured last stands last. */
  readonly #ratios = new Map<string, number>();
  readonly #counting = new Set<string>();
  readonly #distrusted = new Set<string>();

  ratioOf(model: ModelRef): number {
    return this.#ratios.get(keyOf(model)) ?? UNMEASURED;
  }

  isMeasured(model: ModelRef): boolean {
    return this.#ratios.has(keyOf(model));
  }

  /**
   * The model's server counts less than it was sent: it has cut the prompt, as Ollama does where its window is too small. Its numbers say
   * nothing of the conversation until it counts a whole prompt again.
   */
  distrust(model: ModelRef): void {
    this.#ratios.delete(keyOf(model));
    this.#distrusted.add(keyOf(model));
  }

  isDistrusted(model: ModelRef): boolean {
    return this.#distrusted.has(keyOf(model));
  }

  /**
   * Counts for this model, unless that is being done. Quick steps in a long conversation would begin a count each, and the next prompt's
   * estimate would wait behind them all. Resolves to what `count` found, undefined where it was not called. @throws what `count` throws
   */
  async counting<T>(model: ModelRef, count: () => Promise<T>): Promise<T | undefined> {
    const key = keyOf(model);
    if (this.#counting.has(key)) return undefined;
    this.#counting.add(key);
    try {
      return await count();
    } finally {
      this.#counting.delete(key);
    }
  }

  /** @param raw the raw count of the same prompt, its system prompt and tools included */
  measured(
    model: ModelRef,
    { input, cache_read, cache_write }: Pick<Usage, "input" | "cache_read" | "cache_write">,
    raw: number,
  ): void {
    const ratio = (input + cache_read + cache_write) / raw;
    // A provider may report no input, and a prompt may hold nothing to count.
    if (!(ratio > 0 && Number.isFinite(ratio))) return;
    const key = keyOf(model);
    this.#distrusted.delete(key);
    this.#ratios.delete(key);
    this.#ratios.set(key, Math.min(MOST, Math.max(LEAST, ratio)));
    const [oldest] = this.#ratios.keys();
    if (this.#ratios.size > MODELS && oldest !== undefined) this.#ratios.delete(oldest);
  }
}

/** A thinking level changes nothing about how a model counts. */
const keyOf = ({ provider_id, model_id }: ModelRef): string => JSON.stringify([provider_id, model_id]);
