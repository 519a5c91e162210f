/** The providers that can be added with a click, and the pages that give out their keys. */
import type { ProviderType } from "../../../src-preload/contract/domain/providers";

export type PresetName = "openai" | "anthropic" | "google" | "openrouter" | "ollama" | "other";

export interface Preset {
  name: PresetName;
  type: ProviderType;
  /** The suggested address; absent for a provider with a fixed one. */
  base_url?: string;
  /** The page where the maker gives out keys; absent if no key is usually needed. */
  keys_at?: string;
  /** The word for what the company offers, where that is one. */
  offers?: "anthropic" | "openai" | "google" | "openrouter";
}

export const presets: readonly Preset[] = [
  {
    name: "anthropic",
    type: "anthropic",
    offers: "anthropic",
    keys_at: "https://console.anthropic.com/settings/keys",
  },
  { name: "openai", type: "openai", offers: "openai", keys_at: "https://platform.openai.com/api-keys" },
  { name: "google", type: "google", offers: "google", keys_at: "https://aistudio.google.com/apikey" },
  {
    name: "openrouter",
    offers: "openrouter",
    type: "openai-compatible",
    base_url: "https://openrouter.ai/api/v1",
    keys_at: "https://openrouter.ai/settings/keys",
  },
  { name: "ollama", type: "ollama", base_url: "http://127.0.0.1:11434/v1" },
  { name: "other", type: "openai-compatible", base_url: "" },
];

/** Returns the wanted id, or the next one that is free. */
export function freeId(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** Returns true if `settings.json` accepts a text as an id. */
export const isId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,199}$/.test(text);

export function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Shortens an address to its host, for a line of text. */
export const shortAddress = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;
