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

/** Takes all marks of a fence at once: a long row of them would be read anew for each length. */
const FENCED = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^\n`]*)\n([\s\S]*?)(?:^ {0,3}\1[`~]* *$|(?![\s\S]))/gm;

/** The words behind a fence name a language, which the code itself shows, or else say something of their own. */
export const isPlainInfo = (info: string): boolean => /^[\w+#-]*$/.test(info);

export function asWritten(text: string): string {
  const pieces: string[] = [];
  const say = (said: string) => {
    if (said.trim() !== "") pieces.push(`<div class="words" dir="auto">${escaped(said.trim())}</div>`);
  };
  let at = 0;
  for (const { index, 0: all, 2: info = "", 3: code = "" } of text.matchAll(FENCED)) {
    say(text.slice(at, index));
    if (!isPlainInfo(info.trim())) say(info);
    pieces.push(`<pre>${escaped(code)}</pre>`);
    at = index + all.length;
  }
  say(text.slice(at));
  return pieces.join("\n");
}
