/** The kinds of content of a message of ChatGPT's, as blocks. A kind that nobody knows is carried, with its words as a readable line. */
import { fieldsOf } from "../../readable";
import type { Fields } from "../tree-lines";
import type { PartBlock } from "../tree-parts";
import { toldBlock } from "./conversation";

type Block = Fields | PartBlock;
/** Finds the file that a pointer names. */
export type FileAt = (pointer: string, asset: Fields) => Promise<PartBlock>;

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const said = (text: string): Block[] => (text.trim() === "" ? [] : [{ type: "text", text }]);

/** The words of a content, wherever its kind has them. */
export function textOf({ parts, text, content, result, summary }: Fields): string {
  const inParts = listOf(parts).filter((part) => typeof part === "string" && part !== "");
  if (inParts.length > 0) return inParts.join("\n");
  return [text, content, result, summary].map(words).find((one) => one !== "") ?? "";
}

/** A text in a fence that is longer than any in it. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${/^[\w+#.-]+$/.test(language) && language !== "unknown" ? language : ""}\n${text}\n${fence}`;
}

export const thoughtsOf = ({ thoughts }: Fields): Block[] =>
  listOf(thoughts).flatMap((one) => {
    const { summary, content } = fieldsOf(one);
    const text = [words(summary) && `**${words(summary)}**`, words(content)].filter((part) => part !== "");
    return text.length === 0 ? [] : [{ type: "thinking", thinking: text.join("\n\n") }];
  });

export async function contentBlocks(content: Fields, fileAt: FileAt): Promise<Block[]> {
  const text = textOf(content);
  switch (content.content_type) {
    case undefined:
    case "text":
    case "multimodal_text":
      return await partBlocks(content, fileAt);
    case "code":
      return text.trim() === "" ? [] : said(fenced(text, words(content.language)));
    case "execution_output":
    case "tether_browsing_display":
      return said(text);
    case "tether_quote":
      return said(
        [content.title, content.url ?? content.domain, content.text]
          .map(words)
          .filter((one) => one !== "")
          .join("\n"),
      );
    case "system_error":
      return said(
        [content.name, content.text]
          .map(words)
          .filter((one) => one !== "")
          .join(": "),
      );
    default:
      return [toldBlock("chatgpt", words(content.content_type) || "unknown", text, content)];
  }
}

async function partBlocks(content: Fields, fileAt: FileAt): Promise<Block[]> {
  const blocks: Block[] = [];
  if (content.parts === undefined) return said(textOf(content));
  for (const part of listOf(content.parts)) {
    if (typeof part === "string") blocks.push(...said(part));
    else if (part !== null) blocks.push(...(await assetBlocks(fieldsOf(part), fileAt)));
  }
  return blocks;
}

async function assetBlocks(asset: Fields, fileAt: FileAt): Promise<Block[]> {
  const kind = words(asset.content_type);
  if (kind === "audio_transcription") return said(words(asset.text));
  const pointer = words(asset.asset_pointer) || words(fieldsOf(asset.audio_asset_pointer).asset_pointer);
  if (pointer !== "") return [await fileAt(pointer, asset)];
  return [toldBlock("chatgpt", kind || "unknown", textOf(asset), asset)];
}

/** The input of a tool: an object of JSON, or its text. */
export function callArguments(content: Fields): Fields {
  const text = textOf(content);
  const isCode = content.content_type === "code";
  const given = /^\s*\{/.test(text) ? fieldsOf(text) : {};
  if (Object.keys(given).length > 0) return given;
  return isCode ? { code: text } : { text };
}
