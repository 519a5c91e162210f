/** The addresses of providers, and the interfaces that they speak there. */
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { isLoopback } from "../../core/loopback";
import type { ProviderEntry } from "./provider-entry";

/** The address of a type unless the settings name another. The packages always get it: some would look into the environment. */
const usualAddresses = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  ollama: "http://127.0.0.1:11434/v1",
} as const;

/** A preset of the window, which fills in the address. */
const OPENROUTER = "https://openrouter.ai";

export type Addressed = Pick<ProviderEntry, "type" | "base_url">;

/** Empty for the built-in provider, and for an `openai-compatible` one without an address, which the settings refuse. */
export function addressOf({ type, base_url }: Addressed): string {
  return base_url ?? (type in usualAddresses ? usualAddresses[type as keyof typeof usualAddresses] : "");
}

/** `undefined` where there is no address. */
export function originOf(provider: Addressed): string | undefined {
  const address = addressOf(provider);
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Returns true for a provider at its type's usual address: only there may a key from the usual variable go. */
export const isAtUsualAddress = (provider: Addressed): boolean =>
  originOf(provider) !== undefined && originOf(provider) === originOf({ type: provider.type });

export const isOpenRouter = (provider: Addressed): boolean => originOf(provider) === OPENROUTER;

/** Returns true for a company at an address that nobody has typed: there is a server of this name, and it is not on this computer. */
export const isAtKnownAddress = (provider: Addressed): boolean =>
  isOpenRouter(provider) || (isAtUsualAddress(provider) && !isServedHere(provider));

/**
 * Returns true for OpenAI itself: only its Responses API gives its models their own reasoning back (DB-8). Other servers of the type
 * `openai` speak Chat Completions, unless the settings say otherwise.
 */
export const speaksResponses = (provider: Addressed & Pick<ProviderEntry, "api">): boolean =>
  provider.api === "responses" ||
  (provider.api === undefined && provider.type === "openai" && isAtUsualAddress(provider));

/** Returns true for a server that speaks Chat Completions, in which a model's thoughts may come as a part of its answer. */
export const speaksChat = (provider: Addressed & Pick<ProviderEntry, "api">): boolean =>
  provider.type === "ollama" ||
  provider.type === "openai-compatible" ||
  (provider.type === "openai" && !speaksResponses(provider));

const nearby = new BlockList();
nearby.addSubnet("127.0.0.0", 8);
nearby.addSubnet("10.0.0.0", 8);
nearby.addSubnet("172.16.0.0", 12);
nearby.addSubnet("192.168.0.0", 16);
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

/** Returns true for a provider on this machine. On its network there may also be a gateway to large models elsewhere. */
export function isServedHere(provider: Addressed): boolean {
  const address = addressOf(provider);
  return URL.canParse(address) && isLoopback(address);
}

/**
 * Returns true for a server that loads its model with the first question, and takes its time: one on this machine, and Ollama in its own
 * network. Another server there may be a gateway to large models elsewhere.
 */
export const isWaitedFor = (provider: Addressed): boolean =>
  isServedHere(provider) || (provider.type === "ollama" && isNearby(addressOf(provider)));

/** Returns true for this machine and its own network, where servers of models usually ask for no key. */
export function isNearby(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  if (isIPv4(host)) return nearby.check(host);
  if (isIPv6(host)) return nearby.check(host, "ipv6");
  return !host.includes(".") || /\.(local|localhost|lan|internal)$/.test(host);
}
