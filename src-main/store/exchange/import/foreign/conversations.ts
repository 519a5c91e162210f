/** Reads a list of conversations, one by one: the file of an export may be far larger than the memory. */
import { fieldsOf } from "../../readable";
import { Broken, because } from "../broken";
import type { Items } from "../items";
import { elementsOf, isTooDeep, LARGEST_FOREIGN, parsed } from "../json-elements";
import { chatGptConversation, isChatGpt } from "./chatgpt";
import { claudeConversation, isClaude } from "./claude";
import { type Conversation, itemsOf } from "./conversation";
import type { FilesBeside } from "./files";

export interface FoundConversation {
  /** The conversation's title, or its place. */
  name: string;
  items(): Items;
}

/** @throws Broken where the list cannot be read on, or where its first element is no conversation */
export async function* conversationsIn(
  text: AsyncIterable<string>,
  beside: FilesBeside,
): AsyncIterable<FoundConversation> {
  let place = 0;
  for await (const element of elementsOf(text, LARGEST_FOREIGN)) {
    place += 1;
    const read = attempt(() => conversationOf(element.text, element.line, beside));
    if (place === 1 && (element.key !== "" || ("broken" in read && isUnknown(read.broken))))
      throw new Broken(because("unknown"));
    const title = "broken" in read ? "" : read.title;
    yield { name: title === "" ? `#${place}` : title, items: () => items(read) };
  }
}

type Read = { broken: unknown } | { title: string; made: () => Promise<Conversation> };

async function* items(read: Read): Items {
  if ("broken" in read) throw read.broken;
  yield* itemsOf(await read.made());
}

/** @throws Broken */
function conversationOf(text: string, line: number, beside: FilesBeside): Read {
  if (isTooDeep(text)) throw new Broken(because("too-deep"), line);
  const value = fieldsOf(parsed(text, line));
  if (isChatGpt(value))
    return { title: titleIn(value.title), made: () => chatGptConversation(value, beside) };
  if (isClaude(value)) return { title: titleIn(value.name), made: () => claudeConversation(value) };
  throw new Broken(because("unknown"), line);
}

const titleIn = (title: unknown): string => (typeof title === "string" ? title.trim().slice(0, 80) : "");

const attempt = (read: () => Read): Read => {
  try {
    return read();
  } catch (error) {
    return { broken: error };
  }
};

const isUnknown = (error: unknown): boolean =>
  error instanceof Broken && error.reason.key === because("unknown").key;
