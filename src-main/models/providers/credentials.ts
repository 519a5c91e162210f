/** Finds a provider's key. The key itself leaves this folder only in a request's header. */
import type { KeyState } from "../../../src-preload/contract/domain/providers";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { isLoopback } from "../../core/loopback";
import { say } from "../../core/say";
import { addressOf, isAtUsualAddress, isNearby, originOf } from "./addresses";
import type { ConfirmedVariables, VariableAt } from "./confirmed-variables";
import type { Environment, ProviderEntry } from "./provider-entry";
import type { Secrets } from "./secrets";

export type Credential =
  | { kind: "key"; from: Exclude<KeyState, { state: "none-needed" | "missing" }>; read(): string }
  | { kind: "none-needed" }
  /** `reason` is short, `hint` says what to do. `confirm` names the variable and address that the user must confirm first. */
  | { kind: "missing"; reason: Sentence; hint: Sentence; confirm?: VariableAt };

/** The places of keys. */
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

/** A header can carry only these characters. Others would fail in an error that shows the key. */
export const isSendable = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

/**
 * The variable that holds the key: the one that the settings name, else the usual one of the type. The usual one counts only at the usual
 * address: otherwise an entry with another address could collect a key that was never meant for it.
 */
export function keyVariable(
  provider: Pick<ProviderEntry, "type" | "base_url" | "api_key_env">,
): string | undefined {
  return provider.api_key_env ?? (isAtUsualAddress(provider) ? usualVariables[provider.type] : undefined);
}

/** Returns true for a name that a key may have. A variable of any other name is never read, even if `settings.json` names it. */
export const isKeyName = (variable: string): boolean => /_(?:KEY|TOKEN)$/i.test(variable);

/**
 * Finds the place of a provider's key, and reads the key only when asked. A key that was entered in the app wins over one in the
 * environment: it is the later word.
 */
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
