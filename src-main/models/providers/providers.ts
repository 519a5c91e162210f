/** A window's work on providers: it views them, sets them up, gives them keys and tries them. Keys go in here and never come out. */
import { BraidError } from "../../core/braid-error";
import type { Models } from "../../core/ports/models";
import type { Providers } from "../../core/ports/providers";
import { say } from "../../core/say";
import { parseSettings } from "../../settings/parse-settings";
import type { SettingsFile } from "../../settings/settings-file";
import { withoutKnown } from "../catalogue/model-facts";
import { noProvider } from "../catalogue/not-found";
import { originOf } from "./addresses";
import { findCredential, isSendable } from "./credentials";
import { createKeptLists } from "./fresh-lists";
import { listProviders, offeredModels, type Provider, type Sources } from "./provider-list";
import type { Questions } from "./provider-questions";
import { viewOf } from "./provider-view";

interface ProvidersOptions extends Sources {
  settings: SettingsFile;
  models: Models;
  /** Hears of a change about models that is no setting. */
  onChange(): void;
}

/** No start needs the code of edits, nor that of questions. */
const edits = () => import("./provider-edits");

function laterQuestions(sources: Sources, models: Models): Questions {
  let loaded: Promise<Questions> | undefined;
  const load = (): Promise<Questions> => {
    loaded ??= import("./provider-questions").then(({ createQuestions }) => createQuestions(sources, models));
    return loaded;
  };
  return {
    models: async (provider) => (await load()).models(provider),
    modelsUnasked: async (provider) => (await load()).modelsUnasked(provider),
    test: async (provider, keep) => (await load()).test(provider, keep),
    cancel: (provider_id) => {
      loaded?.then(({ cancel }) => cancel(provider_id)).catch(() => undefined);
    },
  };
}

export function createProviders({ models, onChange, ...sources }: ProvidersOptions): Providers {
  const { settings, secrets, env, confirmed, connections } = sources;
  const questions = laterQuestions(sources, models);
  const kept = createKeptLists(sources, questions, onChange);

  function find(provider_id: string): Provider {
    const providers = listProviders(sources);
    const provider = providers.find(({ id, type }) => id === provider_id && type !== "builtin");
    if (provider === undefined) throw noProvider(provider_id, providers);
    return provider;
  }

  return {
    view: () => viewOf(sources, models),
    async save({ id, type, base_url, create }) {
      refuseMistakes({ id, type, ...(base_url === null ? {} : { base_url }) });
      const { saveProvider } = await edits();
      await settings.save(saveProvider({ id, type, base_url }, create));
    },
    async remove(provider_id) {
      const { removeProvider } = await edits();
      await settings.save(removeProvider(provider_id));
      await secrets.forget(provider_id);
      onChange();
    },
    async saveModel({ provider_id, model_id, ...change }) {
      const { nestedCompaction, saveModel } = await edits();
      const provider = find(provider_id);
      const compaction = change.compaction && nestedCompaction(change.compaction);
      if (compaction) refuseMistakes({ ...ANY, models: [{ id: model_id, compaction }] });
      const offered = provider.listed.length > 0 ? [] : offeredModels(provider);
      const facts = withoutKnown(provider, model_id, change);
      await settings.save(saveModel(provider, model_id, facts, offered));
    },
    async setDefault({ model }) {
      models.resolve(model);
      await settings.saveDefaultModel(model);
    },
    async setKey({ provider_id, key, keep }) {
      const origin = originOf(find(provider_id));
      if (!isSendable(key) || origin === undefined)
        throw new BraidError("INVALID_INPUT", say("key.odd.message"), { hint: say("key.not-a-key.hint") });
      await secrets.keep(provider_id, key, { origin, kept: keep });
      onChange();
    },
    async removeKey(provider_id) {
      await secrets.forget(provider_id);
      onChange();
    },
    async confirmVariable({ provider_id, variable, origin }) {
      const credential = findCredential(find(provider_id), sources);
      const asked = credential.kind === "missing" ? credential.confirm : undefined;
      // The user confirms the address that they read: the file may name another one meanwhile.
      if (asked?.variable !== variable || asked.origin !== origin)
        throw new BraidError("INVALID_INPUT", say("key.confirm-changed.message"), {
          hint: say("key.confirm-changed.hint"),
        });
      confirmed.confirm(asked);
      onChange();
    },
    async test(provider_id) {
      const provider = find(provider_id);
      try {
        return await questions.test(provider, (found) => kept.keep(provider, found));
      } catch (error) {
        if (!(error instanceof BraidError)) throw error;
        const { message, hint } = error.info;
        return { ok: false, message, ...(hint === undefined ? {} : { hint }) };
      }
    },
    async refreshModels(provider_id) {
      const provider = find(provider_id);
      await kept.keep(provider, await questions.models(provider));
    },
    freshenModels: kept.freshen,
    cancel: questions.cancel,
    findLocal: async () => (await import("./local-servers")).findLocalServers(connections.fetch, env),
  };
}

/** A provider without mistakes. */
const ANY = { id: "any", type: "ollama" };

/** Refuses mistakes in the words of the settings, before anything is written. */
function refuseMistakes(entry: object): void {
  const [problem] = parseSettings(JSON.stringify({ providers: [entry] })).problems;
  if (problem === undefined) return;
  const name = problem.path.replace(/^providers\[0\]\.?(models\[0\]\.)?/, "");
  throw new BraidError("INVALID_INPUT", say("entry-mistake", { name, what: problem.message }));
}
