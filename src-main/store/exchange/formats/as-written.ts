/** Words in HTML as they were written: everything escaped, and what stands in fences as code. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser would put another character in the place of a NUL.
  "\0": "&#xFFFD;",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (found) => ENTITIES[found] ?? found);

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:^ {0,3}\1[`~]* *$|(?![\s\S]))/gm;

export function asWritten(text: string): string {
  const pieces: string[] = [];
  const say = (said: string) => {
    if (said.trim() !== "") pieces.push(`<div class="words" dir="auto">${escaped(said.trim())}</div>`);
  };
  let at = 0;
  for (const { index, 0: all, 2: code = "" } of text.matchAll(FENCED)) {
    say(text.slice(at, index));
    pieces.push(`<pre>${escaped(code)}</pre>`);
    at = index + all.length;
  }
  say(text.slice(at));
  return pieces.join("\n");
}
