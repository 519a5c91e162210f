/**
 * Sessions as Markdown for readers: a heading for each turn, reasoning folded, tool calls in fences. What was said is Markdown itself and
 * stands as it was written, except where it would swallow what follows it: an open fence is closed, and HTML that folds or hides is escaped.
 */
import type { ExportWords } from "../../../core/ports/exchange";
import { type ReadableMessage, type ReadablePart, type ReadableSession, usageText } from "../readable";

/** Where a file lies beside the document; undefined where it does not go along. */
export type FilePlace = (file: { sha256: string | undefined; name: string }) => string | undefined;

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** Elements that would take what follows them in, or end a fold. */
const TAKES_IN =
  /<(?=!--|!\[|!doctype|\?|\/?(?:script|pre|style|textarea|details|summary|title|xmp|iframe|noembed|noframes|noscript|plaintext|template)\b)/gi;
/** Code in a line, which stands as it is. */
const CODE = /(`+)(?!`)(.*?[^`])\1(?!`)/g;

function escaped(line: string): string {
  let text = "";
  let at = 0;
  for (const { index, 0: code } of line.matchAll(CODE)) {
    text += line.slice(at, index).replace(TAKES_IN, "&lt;") + code;
    at = index + code.length;
  }
  return text + line.slice(at).replace(TAKES_IN, "&lt;");
}

/** Somebody's Markdown, such that what follows it stays outside of it. */
export function contained(markdown: string): string {
  let open: string | undefined;
  const lines = markdown.split(/\r\n|\r|\n/).map((line) => {
    const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      // Behind a fence of backticks no other may stand in its line.
      if (fence !== "" && !(fence.startsWith("`") && rest.includes("`"))) open = fence;
      return open === undefined ? escaped(line) : line;
    }
    if (fence.startsWith(open) && rest.trim() === "") open = undefined;
    return line;
  });
  return open === undefined ? lines.join("\n") : [...lines, open].join("\n");
}

/** A text in a fence that is longer than any in it. */
export function fenced(text: string, language = ""): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A name in a line of Markdown. */
const plain = (text: string): string =>
  text
    .replace(/[\r\n\u2028\u2029]+/g, " ")
    .replace(/[\\`*_{}[\]<>#|!~&]/g, "\\$&")
    .trim();

const fold = (summary: string, body: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;

const named = (word: string, name = ""): string => (name === "" ? word : `${word}: ${plain(name)}`);

function partText(part: ReadablePart, words: ExportWords, place: FilePlace): string {
  switch (part.is) {
    case "text":
      return contained(part.text);
    case "reasoning":
      return fold(words.reasoning, contained(part.text));
    case "tool": {
      const output =
        part.output === ""
          ? ""
          : `\n\n${part.failed ? words.failed : words.output}:\n\n${fenced(part.output)}`;
      return `**${words.tool}: ${plain(part.name)}**\n\n${words.input}:\n\n${fenced(part.input)}${output}`;
    }
    case "file": {
      const at = place(part);
      const name = plain(part.name || part.media_type);
      if (at === undefined) return `${words.attachment}: ${name}`;
      // A `#` would begin the name of a place in the file.
      const link = `[${name}](<${encodeURI(at).replaceAll("#", "%23")}>)`;
      return part.media_type.startsWith("image/") ? `!${link}` : link;
    }
    case "unknown":
      return fenced(part.json, "json");
    default:
      return `**${named(words[part.is], part.name)}**\n\n${contained(part.text)}`;
  }
}

const when = (time: number, { language }: ExportWords): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(time);

function heading(message: ReadableMessage, words: ExportWords): string {
  const { role, model, hidden, labels, usage, created_at } = message;
  const who = role === "user" ? words.you : words.assistant;
  const by = role === "user" || model === undefined ? who : `${who} (${plain(model)})`;
  const took = usage === undefined ? "" : ` · ${usageText(usage, words)}`;
  const called = labels.length === 0 ? "" : ` · ${words.labels}: ${labels.map(plain).join(", ")}`;
  return `## ${by}${hidden ? ` · ${words.hidden}` : ""}\n\n*${when(created_at, words)}*${took}${called}`;
}

export function* markdownPieces(
  session: ReadableSession,
  words: ExportWords,
  place: FilePlace,
): Iterable<string> {
  const { title, model, created_at, parent, sidecar, messages } = session;
  const of = [when(created_at, words)];
  if (model !== undefined) of.push(`${words.model}: ${plain(model)}`);
  if (parent !== undefined) of.push(`${words.branch_of}: ${plain(parent)}`);
  yield `# ${sidecar ? `${words.sidecar}: ` : ""}${plain(title)}\n\n${of.join(" · ")}\n`;
  for (const message of messages) {
    yield `\n${heading(message, words)}\n`;
    for (const part of message.parts) yield `\n${partText(part, words, place)}\n`;
  }
}
