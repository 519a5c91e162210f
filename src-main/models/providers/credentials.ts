/** Where a provider's key comes from. The key itself leaves this folder only in a request's header. */
import type { KeyState } from "../../../src-preload/contract/domain/providers";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { say } from "../../core/say";
import { addressOf, isAtUsualAddress, isLoopback, isNearby, originOf } from "./addresses";
import type { ConfirmedVariables, VariableAt } from "./confirmed-variables";
import type { Environment, ProviderEntry } from "./provider-entry";
import type { Secrets } from "./secrets";

export type Credential =
  | { kind: "key"; from: Exclude<KeyState, { state: "none-needed" | "missing" }>; read(): string }
  | { kind: "none-needed" }
  /** `reason` is short, `hint` says what to do; `confirm` is what its user has to let go first. */
  | { kind: "missing"; reason: Sentence; hint: Sentence; confirm?: VariableAt };

/** Where keys are looked for. */
export interface KeySources {
  env: Environment;
  secrets: Secrets;
  confirmed: ConfirmedVariables;
}

const usualVariables: Partial<Record<ProviderEntry["type"], string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GEMINI_API_KEY",
};

/** A header can carry these; other characters would fail there, in an error that shows them. */
export const isSendable = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

/**
 * The variable that holds the key: the one the settings name, else the one everybody uses for this type, and that only at the address
 * everybody knows, or an entry with another address could collect a key that was never meant for it.
 */
export function keyVariable(
  provider: Pick<ProviderEntry, "type" | "base_url" | "api_key_env">,
): string | undefined {
  return provider.api_key_env ?? (isAtUsualAddress(provider) ? usualVariables[provider.type] : undefined);
}

/** A variable of such a name may be a key; any other that `settings.json` names stays where it is. */
export const isKeyName = (variable: string): boolean => /_(?:KEY|TOKEN)$/i.test(variable);

/** A key that was entered in the app comes before one in the environment: it is the later word. Says where it is, and reads it only when asked. */
export function findCredential(provider: ProviderEntry, sources: KeySources): Credential {
  const { secrets } = sources;
  if (provider.type === "builtin") return { kind: "none-needed" };
  const entered = secrets.find(provider.id);
  const origin = originOf(provider);
  if (entered !== undefined && entered.origin === origin) {
    return { kind: "key", from: { state: entered.kept }, read: () => secrets.read(provider.id) };
  }
  const inherited = fromEnvironment(provider, sources);
  if (inherited.kind !== "missing" || entered === undefined) return inherited;
  return missing(
    say("key.other-origin.reason", { origin: entered.origin }),
    say("key.other-origin.hint", { now: origin ?? "?" }),
  );
}

const missing = (reason: Sentence, hint: Sentence) => ({ kind: "missing" as const, reason, hint });

/** True where the variable goes to its usual address, stays on this computer, or its user has confirmed the address. */
function mayGo(provider: ProviderEntry, pair: VariableAt, confirmed: ConfirmedVariables): boolean {
  return isAtUsualAddress(provider) || isLoopback(pair.origin) || confirmed.has(pair);
}

function fromEnvironment(provider: ProviderEntry, { env, confirmed }: KeySources): Credential {
  const variable = keyVariable(provider);
  if (variable === undefined) return withoutVariable(provider);
  if (!isKeyName(variable)) return missing(say("key.no-name.reason", { variable }), say("key.no-name.hint"));
  const key = env[variable]?.trim();
  if (key === undefined || key === "")
    return missing(say("key.set-variable.reason", { variable }), say("key.set-variable.hint", { variable }));
  if (!isSendable(key)) return missing(say("key.not-a-key.reason", { variable }), say("key.not-a-key.hint"));
  const confirm = { variable, origin: originOf(provider) ?? "" };
  if (!mayGo(provider, confirm, confirmed))
    return {
      ...missing(say("key.not-confirmed.reason", confirm), say("key.not-confirmed.hint", confirm)),
      confirm,
    };
  return { kind: "key", from: { state: "environment", variable }, read: () => key };
}

function withoutVariable(provider: ProviderEntry): Credential {
  if (provider.type === "ollama" || isNearby(addressOf(provider))) return { kind: "none-needed" };
  return missing(say("key.missing.reason"), say("key.missing.hint", { id: provider.id }));
}
