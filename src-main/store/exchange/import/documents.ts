/** The documents of a file by its kind: one session, or a list of conversations. */
import { Broken, because } from "./broken";
import { conversationsIn } from "./foreign/conversations";
import type { FilesBeside } from "./foreign/files";
import type { Items } from "./items";
import { readArchive } from "./read-archive";
import { readTree } from "./read-tree";

/** A session of a file. Its items are read before the next document is. */
export interface SourceDocument {
  /** The path in the zip or the file's own name, and of a list the conversation's title. */
  name: string;
  items(): Items;
}

/** @param text reads the file from its beginning. @throws Broken where a list cannot be read on */
export async function* documentsIn(
  name: string,
  text: () => AsyncIterable<string>,
  beside: FilesBeside,
): AsyncIterable<SourceDocument> {
  if (name.toLowerCase().endsWith(".jsonl")) yield { name, items: () => readTree(text) };
  else if (await isList(text())) {
    for await (const { name: title, items } of conversationsIn(text(), beside))
      yield { name: `${name}: ${title}`, items };
  } else yield { name, items: () => readArchive(text()) };
}

async function isList(text: AsyncIterable<string>): Promise<boolean> {
  for await (const piece of text) {
    const begun = piece.trimStart();
    if (begun !== "") return begun.startsWith("[");
  }
  throw new Broken(because("cut"), 1);
}
