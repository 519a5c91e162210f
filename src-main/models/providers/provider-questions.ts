/** Asks a provider what a person wants to know at once: does it work, which models has it. Bounded in time, one question at a time. */
import type { ErrorCode } from "../../../src-preload/contract/domain/errors";
import type { TestResult } from "../../../src-preload/contract/domain/providers";
import { BraidError } from "../../core/braid-error";
import type { Models } from "../../core/ports/models";
import { say } from "../../core/say";
import { factsOf } from "../catalogue/model-facts";
import type { ListedModel } from "../catalogue/model-lists";
import { isWaitedFor } from "./addresses";
import { findCredential } from "./credentials";
import { offeredModels, type Provider, type Sources } from "./provider-list";

const PATIENCE_MS = 15_000;

/** Failures of a question for the models that say nothing of the models themselves. */
const NO_LIST: readonly ErrorCode[] = ["PROVIDER_NOT_FOUND", "PROVIDER_BAD_STREAM"];

const isLate = (error: unknown): boolean => error instanceof BraidError && error.code === "PROVIDER_STALLED";

type Ask = <T>(provider_id: string, question: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export interface Questions {
  /** @throws BraidError with the provider's failure. */
  models(provider: Provider): Promise<ListedModel[]>;
  /** As `models`, for nobody who waits. Undefined where another question to this provider is under way: it ends no user's question. */
  modelsUnasked(provider: Provider): Promise<ListedModel[] | undefined>;
  /** @param keep takes the list of models, where the provider has one. @throws as `models`. */
  test(provider: Provider, keep: (found: ListedModel[]) => Promise<void>): Promise<TestResult>;
  cancel(provider_id: string): void;
}

/** @param patience_ms how long a question may take */
export function createQuestions(sources: Sources, models: Models, patience_ms = PATIENCE_MS): Questions {
  const asking = new Map<string, AbortController>();

  const ask: Ask = async (provider_id, question) => {
    asking.get(provider_id)?.abort();
    const controller = new AbortController();
    asking.set(provider_id, controller);
    const late = AbortSignal.timeout(patience_ms);
    try {
      const answer = await question(AbortSignal.any([controller.signal, late]));
      // A cancelled question may still succeed: details that cannot be had are left out. The user wants no part of it.
      controller.signal.throwIfAborted();
      return answer;
    } catch (error) {
      if (controller.signal.aborted) throw new BraidError("RUN_ABORTED", say("provider.test.cancelled"));
      const hint = say("provider.connection.hint");
      if (late.aborted) throw new BraidError("PROVIDER_STALLED", say("provider.test.silent"), { hint });
      throw await told(error);
    } finally {
      if (asking.get(provider_id) === controller) asking.delete(provider_id);
    }
  };

  const { fetch } = sources.connections;
  const list = (provider: Provider) =>
    ask(provider.id, async (signal) => {
      // No ordinary start asks.
      const [{ askForModels }, { withServerDetails }] = await Promise.all([
        import("./ask-provider"),
        import("./server-details"),
      ]);
      const key = keyOf(provider, sources);
      const models = await askForModels(fetch, provider, key, signal);
      return await withServerDetails(fetch, provider, key, models, signal);
    });

  async function test(
    provider: Provider,
    keep: (found: ListedModel[]) => Promise<void>,
  ): Promise<TestResult> {
    const started = performance.now();
    let unlisted: BraidError | undefined;
    const found = await list(provider).catch((error: unknown) => {
      // Many servers of a single model have no list, and some have one of their own kind: the call below tests them.
      if (!(error instanceof BraidError) || !NO_LIST.includes(error.code)) throw error;
      unlisted = error;
      return [];
    });
    if (found.length > 0) await keep(found);
    const model = modelToTry(models, provider, found);
    if (model === undefined) {
      if (unlisted?.code === "PROVIDER_BAD_STREAM") throw unlisted;
      const hint = say("provider.test.no-models.hint");
      return { ok: false, message: say("provider.test.no-models.message"), hint };
    }
    // A compatible server may show its list to everybody, and an empty list proves nothing: only a call tests the key.
    let loads = false;
    if (provider.type === "openai-compatible" || found.length === 0)
      await ask(provider.id, (signal) => callOnce(sources, provider, model, signal)).catch(
        (error: unknown) => {
          // Such a server loads a model at its first question, which takes minutes for a large one.
          loads = found.length > 0 && isWaitedFor(provider) && isLate(error);
          if (!loads) throw error;
        },
      );
    if (loads) return { ok: true, message: say("provider.test.loads", { model, count: found.length }) };
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (found.length === 0) return { ok: true, message: say("provider.test.answered", { model, seconds }) };
    return { ok: true, message: say("provider.test.works", { count: found.length, seconds }) };
  }

  return {
    models: list,
    modelsUnasked: async (provider) => (asking.has(provider.id) ? undefined : await list(provider)),
    test,
    cancel: (provider_id) => asking.get(provider_id)?.abort(),
  };
}

/** The default model if this provider serves it, else a cheap one, else the first. */
function modelToTry(models: Models, provider: Provider, found: readonly ListedModel[]): string | undefined {
  const { provider_id, model_id } = models.default_model();
  if (provider_id === provider.id) return model_id;
  const ids = [...offeredModels(provider), ...found.map(({ id }) => id)];
  return ids.find((id) => factsOf(provider, id).small) ?? ids[0];
}

/** @throws BraidError `PROVIDER_AUTH` where there is no key. */
function keyOf(provider: Provider, sources: Sources): string | undefined {
  const credential = findCredential(provider, sources);
  if (credential.kind === "missing") {
    throw new BraidError("PROVIDER_AUTH", credential.reason, { hint: credential.hint });
  }
  return credential.kind === "key" ? credential.read() : undefined;
}

/** The failure in the words of a turn. */
async function told(cause: unknown): Promise<BraidError> {
  const { classifyFailure } = await import("../../core/run/failure");
  const { code, message, ...more } = classifyFailure(cause, Date.now()).info;
  return new BraidError(code, message, { ...more, cause });
}

async function callOnce(
  sources: Sources,
  provider: Provider,
  model_id: string,
  abortSignal: AbortSignal,
): Promise<void> {
  const content = [{ type: "text" as const, text: "Say: ok" }];
  const { createLanguageModel } = await import("../wire/language-models");
  const key = keyOf(provider, sources);
  const model = await createLanguageModel(sources.connections.fetch, provider, model_id, key);
  await model.doGenerate({
    prompt: [{ role: "user", content }],
    // Some models refuse a smaller limit.
    maxOutputTokens: 16,
    abortSignal,
  });
}
