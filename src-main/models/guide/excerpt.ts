/** Shortens a section to what answers: its first paragraph, what of the rest the question names, and what else has room. */

/** Characters of an answer that are read at a glance. */
const ROOM = 700;

interface Excerpt {
  text: string;
  is_whole: boolean;
}

/** `names` counts how many words of the question a text has. */
export function excerpt(body: string, names: (text: string) => number): Excerpt {
  const blocks = blocksOf(body).map((block) => namedLines(block, names));
  const [first = ""] = blocks;
  const kept = new Set([first]);
  let room = ROOM - first.length;
  // The lines that the question names most come first; equals keep their order.
  const byNames = blocks.slice(1).sort((a, b) => names(b) - names(a));
  for (const block of byNames) {
    if (block.length > room) continue;
    kept.add(block);
    room -= block.length;
  }
  const text = blocks.filter((block) => kept.has(block)).join("\n\n");
  return { text, is_whole: text.length === body.length };
}

/** Paragraphs, lists and fenced blocks. What a colon announces belongs to it. */
function blocksOf(body: string): string[] {
  const blocks: string[] = [];
  let fenced = false;
  for (const part of body.split("\n\n")) {
    const before = blocks.at(-1);
    if (before !== undefined && (fenced || before.endsWith(":")))
      blocks[blocks.length - 1] = `${before}\n\n${part}`;
    else blocks.push(part);
    if ((part.match(/^```/gm)?.length ?? 0) % 2 === 1) fenced = !fenced;
  }
  return blocks;
}

/** Leaves those lines of a list that the question names, if it names any. */
function namedLines(block: string, names: (text: string) => number): string {
  const [, announced = "", list] = /^([^\n]*:\n\n)?(- .*)$/s.exec(block) ?? [];
  if (list === undefined) return block;
  const lines = list.split(/\n(?=- )/);
  const most = Math.max(...lines.map(names));
  return most === 0 ? block : announced + lines.filter((line) => names(line) === most).join("\n");
}
