/**
 * Sessions as one HTML file that needs no network: answers drawn, everything else escaped, no script, and a policy that allows nothing but
 * its own style and pictures that are in it. Also what is printed as PDF.
 */
import { createHash } from "node:crypto";
import type { ExportWords } from "../../../core/ports/exchange";
import {
  isPicture,
  type ReadableMessage,
  type ReadablePart,
  type ReadableSession,
  usageText,
} from "../readable";
import { asWritten, escaped } from "./as-written";

/** The bytes of a file in base64; undefined where it does not go along. */
export type FileBytes = (url: string) => string | undefined;

const STYLE = `:root{color-scheme:light dark;--ink:#1d1d1f;--soft:#5f5f66;--line:#d9d9de;--page:#fff;--tint:#f4f4f6;--link:#17604a}
@media(prefers-color-scheme:dark){:root{--ink:#ececf0;--soft:#a2a2ab;--line:#3a3a41;--page:#1b1b1e;--tint:#26262b;--link:#7fc8ae}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--tint:#f4f4f4;--link:#000}body{padding:0}a[href^=http]:not(.bare)::after{content:" (" attr(href) ")";font-size:.875em;overflow-wrap:anywhere}}
body{font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--page);max-inline-size:46rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.6rem;line-height:1.25;overflow-wrap:anywhere}h2{font-size:1rem;margin:0}
h3,h4,h5,h6{line-height:1.3;margin-block:1.25em .5em;break-after:avoid}h3{font-size:1.25rem}h4{font-size:1.1rem}h5,h6{font-size:1rem}
.meta,time{color:var(--soft);font-size:.875rem}
article{border-block-start:1px solid var(--line);padding-block:1.25rem}
article>header{display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap;break-after:avoid}
.asked{background:var(--tint);border:0;border-radius:10px;padding:1rem 1.25rem;margin-block:1rem}.asked pre{background:none}.asked+article:not(.asked){border:0;padding-block-start:.25rem}
.hidden{opacity:.7}.words{white-space:pre-wrap;overflow-wrap:anywhere;margin-block:.75rem}
.drawn{overflow-wrap:anywhere}.drawn p,.drawn ul,.drawn ol,.drawn blockquote,.drawn .wide{margin-block:.75rem}
.drawn ul,.drawn ol{padding-inline-start:1.6rem}.drawn li>p{margin-block:.35rem}.drawn li>ul,.drawn li>ol{margin-block:.2rem}
a{color:var(--link)}hr{border:0;border-block-start:1px solid var(--line);margin-block:1.5rem}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid var(--line);color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:start;vertical-align:top}
th{background:var(--tint)}[align=right]{text-align:end}[align=center]{text-align:center}tr,figure,img{break-inside:avoid}
code{font:.875em ui-monospace,monospace;background:var(--tint);border-radius:4px;padding:.1em .3em}
pre{background:var(--tint);border:1px solid var(--line);border-radius:6px;padding:.75rem;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin-block:.75rem}
pre code{font:inherit;background:none;padding:0}math[display=block]{overflow-x:auto;overflow-y:hidden}
.notes{border-block-start:1px solid var(--line);font-size:.875rem;color:var(--soft)}
details,.aside{margin-block:.75rem;padding-inline-start:.75rem;border-inline-start:3px solid var(--line)}summary{cursor:pointer;color:var(--soft)}
img{max-inline-size:100%;border-radius:6px}figure{margin:.75rem 0}figcaption{color:var(--soft);font-size:.875rem}`;

const hash = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** Turns the words of a part into HTML. */
type Draw = (text: string) => string;

interface Means {
  say: ExportWords;
  bytes: FileBytes;
  /** Draws Markdown. */
  draw: Draw;
  /** Nothing is folded: paper opens no fold. */
  forPrint?: boolean | undefined;
}

function partHtml(part: ReadablePart, draw: Draw, { say, bytes, forPrint }: Means): string {
  switch (part.is) {
    case "text":
      return draw(part.text);
    case "reasoning":
      return `<details${forPrint ? " open" : ""}><summary>${escaped(say.reasoning)}</summary>${draw(part.text)}</details>`;
    case "tool": {
      const after = part.failed ? say.failed : say.output;
      const output =
        part.output === ""
          ? ""
          : `<div class="meta">${escaped(after)}</div><pre>${escaped(part.output)}</pre>`;
      return `<div class="aside"><strong>${escaped(`${say.tool}: ${part.name}`)}</strong><div class="meta">${escaped(say.input)}</div><pre>${escaped(part.input)}</pre>${output}</div>`;
    }
    case "file":
      return fileHtml(part, say, bytes);
    case "unknown":
      return `<pre>${escaped(part.json)}</pre>`;
    default: {
      const name = part.name ? `${say[part.is]}: ${part.name}` : say[part.is];
      return `<div class="aside"><strong>${escaped(name)}</strong>${draw(part.text)}</div>`;
    }
  }
}

function fileHtml(file: ReadablePart & { is: "file" }, say: ExportWords, bytes: FileBytes): string {
  const name = escaped(file.name || file.media_type);
  const data = isPicture(file) ? bytes(file.url) : undefined;
  if (data === undefined) return `<p class="meta">${escaped(say.attachment)}: ${name}</p>`;
  return `<figure><img alt="${name}" src="data:${escaped(file.media_type)};base64,${data}"><figcaption>${name}</figcaption></figure>`;
}

function when(time: number, { language }: ExportWords): string {
  const shown = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(time);
  return `<time datetime="${new Date(time).toISOString()}">${escaped(shown)}</time>`;
}

function* messageHtml(message: ReadableMessage, means: Means): Iterable<string> {
  const { say } = means;
  const { role, model, hidden, labels, usage, created_at, parts } = message;
  const who = role === "user" ? say.you : say.assistant;
  const named = role === "user" || model === undefined ? who : `${who} (${model})`;
  const called =
    labels.length === 0
      ? ""
      : ` <span class="meta" dir="auto">${escaped(`${say.labels}: ${labels.join(", ")}`)}</span>`;
  const took = usage === undefined ? "" : ` <span class="meta">${escaped(usageText(usage, say))}</span>`;
  const mark = hidden ? ` <span class="meta">${escaped(say.hidden)}</span>` : "";
  const kind = [...(role === "user" ? ["asked"] : []), ...(hidden ? ["hidden"] : [])].join(" ");
  yield `<article${kind === "" ? "" : ` class="${kind}"`}><header><h2>${escaped(named)}</h2>${mark} ${when(created_at, say)}${took}${called}</header>\n`;
  // People's words are shown as they wrote them, as in the window.
  const draw = role === "user" ? asWritten : means.draw;
  for (const part of parts) yield `${partHtml(part, draw, means)}\n`;
  yield "</article>\n";
}

/** The beginning of a document; sessions follow, and `HTML_END`. */
export const htmlBeginning = (title: string, { language }: ExportWords): string =>
  `<!doctype html>\n<html lang="${escaped(language)}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>\n`;
export const HTML_END = "</body></html>\n";

export function* htmlPieces(
  { title, model, created_at, parent, sidecar, messages }: ReadableSession,
  means: Means,
): Iterable<string> {
  const { say } = means;
  const named = sidecar ? `${say.sidecar}: ${title}` : title;
  const by = model === undefined ? "" : ` · ${escaped(say.model)}: ${escaped(model)}`;
  const of = parent === undefined ? "" : ` · ${escaped(say.branch_of)}: <bdi>${escaped(parent)}</bdi>`;
  yield `<h1 dir="auto">${escaped(named)}</h1><p class="meta">${when(created_at, say)}${by}${of}</p>\n`;
  for (const message of messages) yield* messageHtml(message, means);
}
