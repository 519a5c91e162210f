/** The providers that can be added with a click, and where their keys are to be had. */
import type { ProviderType } from "../../../src-preload/contract/domain/providers";

export type PresetName = "openai" | "anthropic" | "google" | "openrouter" | "ollama" | "other";

export interface Preset {
  name: PresetName;
  type: ProviderType;
  /** Present: an address of its own, which can be changed. */
  base_url?: string;
  /** Where its maker gives out keys; absent where none is needed as a rule. */
  keys_at?: string;
}

export const presets: readonly Preset[] = [
  { name: "anthropic", type: "anthropic", keys_at: "https://console.anthropic.com/settings/keys" },
  { name: "openai", type: "openai", keys_at: "https://platform.openai.com/api-keys" },
  { name: "google", type: "google", keys_at: "https://aistudio.google.com/apikey" },
  {
    name: "openrouter",
    type: "openai-compatible",
    base_url: "https://openrouter.ai/api/v1",
    keys_at: "https://openrouter.ai/settings/keys",
  },
  { name: "ollama", type: "ollama", base_url: "http://127.0.0.1:11434/v1" },
  { name: "other", type: "openai-compatible", base_url: "" },
];

/** The id it gets: its name, or the next one that is free. */
export function freeId(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}

/** Returns true if `settings.json` takes a text as an id. */
export const isId = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,199}$/.test(text);

export function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** For a line of text: without what everybody's address has. */
export const shortAddress = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;
