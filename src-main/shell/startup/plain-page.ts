/** A page made in memory for when the window's own cannot be shown. No script, and all its words are plain text. */
import { spokenLanguage } from "../../language/language";

export interface PlainPage {
  title: string;
  paragraphs: readonly string[];
  /** A link to a page of ours, with the focus on it. */
  link?: { label: string; href: string };
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

export function plainPage({ title, paragraphs, link }: PlainPage): string {
  const [heading, ...lines] = [title, ...paragraphs].map(escapeHtml);
  const action =
    link === undefined
      ? ""
      : `<p><a href="${escapeHtml(link.href)}" autofocus>${escapeHtml(link.label)}</a></p>`;
  return `<!doctype html>
<html lang="${spokenLanguage()}">
  <head><meta charset="utf-8"><title>${heading}</title><link rel="stylesheet" href="/plain-page.css"></head>
  <body><main role="alert">
    <h1>${heading}</h1>
    ${lines.map((line) => `<p>${line}</p>`).join("\n    ")}
    ${action}
  </main></body>
</html>`;
}
