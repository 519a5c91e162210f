/** Where a provider's key comes from. The key itself leaves this folder only in a request's header. */
import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Environment, ProviderEntry } from "./provider-entry";

export type Credential =
  | { kind: "key"; key: string }
  | { kind: "none-needed" }
  /** `reason` is short, `hint` says what to do. */
  | { kind: "missing"; reason: string; hint: string };

const usualVariables: Partial<Record<ProviderEntry["type"], string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
};

/** The variable that holds the key: the one the settings name, else the one everybody uses for this type. */
export function keyVariable(provider: Pick<ProviderEntry, "type" | "api_key_env">): string | undefined {
  return provider.api_key_env ?? usualVariables[provider.type];
}

export function findCredential(provider: ProviderEntry, env: Environment): Credential {
  const variable = keyVariable(provider);
  if (variable === undefined) return withoutVariable(provider);
  const key = env[variable]?.trim();
  if (key === undefined || key === "") {
    const hint = `Set the environment variable ${variable} to the key of the provider "${provider.id}", then start Braid again.`;
    return { kind: "missing", reason: `No key: set ${variable}`, hint };
  }
  // Such a key cannot be sent as a header, and the error about that would show it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const hint = "Copy the key again: it has a space, a line break or a letter that a key cannot have.";
    return { kind: "missing", reason: `The key in ${variable} is not a key`, hint };
  }
  return { kind: "key", key };
}

function withoutVariable({ id, type, base_url }: ProviderEntry): Credential {
  if (type === "ollama" || (base_url !== undefined && isNearby(new URL(base_url).hostname))) {
    return { kind: "none-needed" };
  }
  const hint = `In settings.json, give the provider "${id}" an api_key_env: the name of the environment variable that holds its key.`;
  return { kind: "missing", reason: "No key: add api_key_env", hint };
}

const nearby = new BlockList();
nearby.addSubnet("127.0.0.0", 8);
nearby.addSubnet("10.0.0.0", 8);
nearby.addSubnet("172.16.0.0", 12);
nearby.addSubnet("192.168.0.0", 16);
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

/** This machine or its own network, where servers of models usually ask for no key. */
function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIPv4(host)) return nearby.check(host);
  if (isIPv6(host)) return nearby.check(host, "ipv6");
  return !host.includes(".") || /\.(local|localhost|lan|internal)$/.test(host);
}
