/** Plain requests that the guide does with the tools of a folder, so that these can be tried without any model. */

import type { Language } from "../../../src-preload/contract/domain/language";

export interface FolderRequest {
  /** The language that it was asked in. */
  language: Language;
  tool: "glob" | "grep" | "read" | "write" | "bash";
  input: Record<string, string>;
}

type Groups = Record<string, string | undefined>;

type Deed = Omit<FolderRequest, "language">;

interface Wording {
  language: Language;
  pattern: RegExp;
  /** Returns undefined if what was named is nothing that the tool can be asked for. */
  deed: (named: Groups) => Deed | undefined;
}

/** Quotes around a name or a text, of either language. */
const OPEN = "[`\"'“„»‚]";
const CLOSE = "[`\"'”“«‘’]";
const quoted = (name: string) => `${OPEN}(?<${name}>[^\\n]+)${CLOSE}`;
const place = String.raw`(?: (?:in|of|under|im|von|unter) (?:the |this |dem |diesem )?(?:folder|project|workspace|ordner|projekt|${OPEN}?(?<place>[^\s"'\x60]+?)${CLOSE}?))?`;
const file = `${OPEN}?(?<file>[^\\s"'\x60]+?)${CLOSE}?`;

/** Without a dot, a slash or capitals alone, a word is more probably a thing that the handbook explains. */
const isFileName = (name: string): boolean => /[./]/.test(name) || /^\p{Lu}[\p{Lu}\d_-]+$/u.test(name);
/** A word of capitals, digits and signs stands for itself without quotes. */
const isTerm = (text: string): boolean => /^\S+$/.test(text) && /[A-Z_\d]{2}|[a-z][A-Z]|[_(.]/.test(text);

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const within = (path: string | undefined) => (path === undefined ? {} : { path });

const list = ({ place }: Groups): Deed => ({
  tool: "glob",
  input: { pattern: "*", ...within(place) },
});
const read = ({ file = "" }: Groups): Deed | undefined =>
  isFileName(file) ? { tool: "read", input: { path: file } } : undefined;
const find = ({ text, term = "", place }: Groups): Deed | undefined =>
  text !== undefined || isTerm(term)
    ? { tool: "grep", input: { pattern: literal(text ?? term), ...within(place) } }
    : undefined;
const write = ({ text = "", file = "" }: Groups): Deed | undefined =>
  isFileName(file) ? { tool: "write", input: { path: file, content: `${text}\n` } } : undefined;
const run = ({ text = "" }: Groups): Deed => ({ tool: "bash", input: { command: text } });

const exactly = (pattern: string): RegExp => new RegExp(`^(?:please |bitte )?${pattern}$`, "iu");

const WORDINGS: readonly Wording[] = [
  {
    language: "en",
    pattern: exactly(`(?:list|show)(?: me)?(?: all)?(?: the| my)? files${place}`),
    deed: list,
  },
  {
    language: "de",
    pattern: exactly(`(?:liste?|zeige?|nenne?)(?: mir)?(?: alle)?(?: die)? dateien${place}(?: auf)?`),
    deed: list,
  },
  { language: "en", pattern: exactly(`(?:read|open|show)(?: me)?(?: the)?(?: file)? ${file}`), deed: read },
  {
    language: "de",
    pattern: exactly(`(?:lies|lese|öffne|zeige?)(?: mir)?(?: die)?(?: datei)? ${file}(?: vor)?`),
    deed: read,
  },
  {
    language: "en",
    pattern: exactly(`(?:find|search|search for|grep|look for) (?:${quoted("text")}|(?<term>\\S+))${place}`),
    deed: find,
  },
  {
    language: "de",
    pattern: exactly(`(?:finde?|suche?|suche? nach) (?:${quoted("text")}|(?<term>\\S+))${place}`),
    deed: find,
  },
  { language: "en", pattern: exactly(`write ${quoted("text")} (?:to|into|in) ${file}`), deed: write },
  { language: "de", pattern: exactly(`schreibe? ${quoted("text")} (?:in|nach) ${file}`), deed: write },
  { language: "en", pattern: exactly(`run ${quoted("text")}`), deed: run },
  { language: "de", pattern: exactly(`führe? ${quoted("text")} aus`), deed: run },
];

/** Characters: what is longer is no plain request. */
const LONGEST = 500;

/** Returns what a message asks to be done in the folder; undefined if it asks for nothing of that kind. */
export function folderRequest(message: string): FolderRequest | undefined {
  const text = message.trim().replace(/(?<=[^.!?\s])[.!?]+$/u, "");
  if (text.length > LONGEST || text.includes("\n")) return undefined;
  for (const { language, pattern, deed } of WORDINGS) {
    const found = pattern.exec(text);
    const asked = found && deed(found.groups ?? {});
    if (asked) return { language, ...asked };
  }
  return undefined;
}
