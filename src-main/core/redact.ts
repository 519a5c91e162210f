/** Takes secrets out of a text that may leave the app: every key that is known, and everything that looks like one. */
import { homedir } from "node:os";

export interface Redactor {
  /** Remembers a secret: `redact` takes it out from now on. */
  learn(secret: string): void;
  redact(text: string): string;
}

const GONE = "[removed]";
/** Characters. Shorter secrets are words. */
const SHORTEST = 6;

/** Keys as providers make them, values behind the name of a key, credentials in an address. */
const PATTERNS: readonly [RegExp, string][] = [
  [/\b(?:sk|pk|rk|ak|gsk|xai|key|ghp|gho|ghs|glpat|xox[abp])[-_][A-Za-z0-9_-]{6,}/g, GONE],
  [/\bAIza[A-Za-z0-9_-]{10,}/g, GONE],
  [/\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){1,2}/g, GONE],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${GONE}`],
  [
    /((?:api[-_ ]?key|authorization|token|secret|password|passwd)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi,
    `$1${GONE}`,
  ],
  [/([a-z][a-z0-9+.-]*:\/\/)[^/\s@]+@/gi, `$1${GONE}@`],
  // A query of an address may carry anything.
  [/(https?:\/\/[^\s?#"')]+)[?#][^\s"')]*/gi, `$1?${GONE}`],
  // No word of any language is this long and has digits in it.
  [/\b(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{40,}\b/g, GONE],
];

export function createRedactor(home: string = homedir()): Redactor {
  const secrets = new Set<string>();
  return {
    learn: (secret) => {
      if (secret.length >= SHORTEST) secrets.add(secret);
    },
    redact: (text) => {
      let clean = text;
      for (const secret of secrets) clean = clean.replaceAll(secret, GONE);
      for (const [pattern, instead] of PATTERNS) clean = clean.replace(pattern, instead);
      return home.length > 1 ? clean.replaceAll(home, "~") : clean;
    },
  };
}

/** Returns true for the name of an environment variable that may hold a secret. */
export const mayBeKey = (name: string): boolean => /key|token|secret|passw/i.test(name);
