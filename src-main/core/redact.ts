/** Takes out of a text what must not leave the app: every key that is known, and whatever looks like one. */
import { homedir } from "node:os";

export interface Redactor {
  /** A secret that was read: from now on no text has it. */
  learn(secret: string): void;
  redact(text: string): string;
}

const GONE = "[removed]";
/** Shorter ones are words. */
const SHORTEST = 6;

/** Keys as providers make them, what stands behind the name of one, credentials in an address. */
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
  // A query may carry anything.
  [/(https?:\/\/[^\s?#"')]+)[?#][^\s"')]*/gi, `$1?${GONE}`],
  // Long, and with figures in it: no word of any language.
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

/** Returns true where a variable of the environment holds a secret, by its name. */
export const mayBeKey = (name: string): boolean => /key|token|secret|passw/i.test(name);
