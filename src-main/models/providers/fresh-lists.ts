/** Keeps the lists that providers say, and asks for some of them again although nobody has asked for that. */
import type { ListedModel } from "../catalogue/model-lists";
import { isServedHere, originOf } from "./addresses";
import { listProviders, type Provider, type Sources } from "./provider-list";
import type { Questions } from "./provider-questions";

/** Milliseconds: a company has new models a few times a year. */
const FRESH_MS = 24 * 60 * 60_000;

/** Milliseconds: a bad key does not mend itself from one opening of the list to the next. */
const REST_MS = 60 * 60_000;

/**
 * Returns true for a server on this computer, and for a list that is a day old. Where the settings alone name the models, the user may want
 * no others; and a company of which nobody has asked a list yet hears nothing when one opens here.
 * @param failed_at when a question unasked has failed last: only a server on this computer, which may have been started since, is asked
 * again within the hour
 */
export function isDue(
  provider: Provider,
  lists: Pick<Sources["lists"], "saidAt">,
  now: number,
  failed_at = 0,
): boolean {
  if (provider.type === "builtin") return false;
  if (isServedHere(provider)) return provider.listed.length > 0 || provider.models.length === 0;
  const said_at = lists.saidAt(provider.id, originOf(provider)) ?? 0;
  return provider.listed.length > 0 && now - said_at >= FRESH_MS && now - failed_at >= REST_MS;
}

export function createKeptLists(
  sources: Sources,
  questions: Pick<Questions, "modelsUnasked">,
  onChange: () => void,
) {
  const { lists } = sources;
  /** By the provider's id. A new start may try again. */
  const failed = new Map<string, number>();
  /** @throws the file system's error. */
  async function keep(provider: Provider, found: readonly ListedModel[]): Promise<void> {
    await lists.save(provider.id, originOf(provider) ?? "", found);
    if (JSON.stringify(found) !== JSON.stringify(provider.listed)) onChange();
  }
  async function ask(provider: Provider): Promise<void> {
    try {
      const found = await questions.modelsUnasked(provider);
      if (found === undefined) return;
      // A gateway in trouble may answer with no models at all. A server on this computer may really have none.
      if (found.length === 0 && !isServedHere(provider)) throw new Error("The list was empty.");
      await keep(provider, found);
    } catch {
      failed.set(provider.id, Date.now());
    }
  }
  return {
    keep,
    /** Never throws. */
    async freshen(): Promise<void> {
      const due = listProviders(sources).filter((provider) =>
        isDue(provider, lists, Date.now(), failed.get(provider.id)),
      );
      await Promise.all(due.map(ask));
    },
  };
}
