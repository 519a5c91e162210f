/** Reads a conversation of Claude's export: a list of messages, each of which may name the one that it follows. */

import { fieldsOf } from "../../readable";
import { addAll } from "../add-all";
import type { Fields } from "../tree-lines";
import type { PartBlock } from "../tree-parts";
import { type Conversation, type Said, silentBlock, type Told, toldBlock } from "./conversation";
import { fileBlock, type KeptFile, keptText } from "./files";

const FROM = "claude";
/** Stands for the parent of a first message. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

export const isClaude = (value: Fields): boolean => Array.isArray(value.chat_messages);

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
function dateOf(stamp: unknown): number | undefined {
  const time = Date.parse(words(stamp));
  return Number.isFinite(time) ? time : undefined;
}

export async function claudeConversation(value: Fields): Promise<Conversation> {
  const { chat_messages, uuid, name, created_at, current_leaf_message_uuid, ...rest } = value;
  const messages: Told[] = [];
  const files = new Map<string, KeptFile>();
  for (const [at, message] of listOf(chat_messages).entries()) {
    const id = words(message.uuid) || `message ${at}`;
    const parent = parentOf(message, messages.at(-1)?.id ?? null);
    const said = await saidOf(id, message, words(rest.model), (file) => files.set(file.sha256, file));
    messages.push({ id, parent, time: dateOf(message.created_at), said, carried: [] });
  }
  return {
    ...{ from: FROM, provider: "anthropic", id: words(uuid), rest, messages, files: [...files.values()] },
    title: words(name).trim(),
    created_at: dateOf(created_at),
    leaf: words(current_leaf_message_uuid) || undefined,
  };
}

/** An export that names no parents is one row. */
function parentOf({ parent_message_uuid: parent }: Fields, before: string | null): string | null {
  if (typeof parent !== "string" || parent === "") return parent === null ? null : before;
  return parent === NOBODY ? null : parent;
}

async function saidOf(
  id: string,
  message: Fields,
  model: string,
  keep: (file: KeptFile) => void,
): Promise<Said[]> {
  const blocks = listOf(message.content);
  const content = blocks.length > 0 ? blocks : [{ type: "text", text: message.text }];
  const attached = await attachedTo(message, keep);
  if (message.sender === "assistant") return stepsOf(id, content, words(message.model) || model, attached);
  const kept = content.flatMap((block) => blockOf(block));
  const strange =
    message.sender === "human" ? [] : [toldBlock(FROM, "sender", words(message.sender), message.sender)];
  const all = [...kept, ...attached, ...strange];
  return all.length === 0 ? [] : [{ role: "user", content: all }];
}

/** The steps of an answer: what is said, then the outcomes of the tools, then what is said about them. */
function stepsOf(
  id: string,
  content: readonly Fields[],
  model: string,
  attached: readonly PartBlock[],
): Said[] {
  const steps: (Said & { content: (Fields | PartBlock)[] })[] = [];
  const step = () => {
    const last = steps.at(-1);
    if (last?.role === "assistant") return last.content;
    const next = { role: "assistant" as const, model, content: [] };
    steps.push(next);
    return next.content;
  };
  let call = id;
  for (const [at, block] of content.entries()) {
    if (block.type === "tool_use") {
      call = words(block.id) || `${id}/call ${at}`;
      step().push({ type: "toolCall", id: call, name: words(block.name), arguments: block.input ?? {} });
    } else if (block.type === "tool_result") {
      const toolCallId = words(block.tool_use_id) || call;
      const blocks =
        typeof block.content === "string" ? [{ type: "text", text: block.content }] : listOf(block.content);
      const isError = block.is_error === true;
      steps.push({
        role: "toolResult",
        toolCallId,
        toolName: words(block.name),
        isError,
        content: blocks.flatMap(blockOf),
      });
    } else {
      const blocks = blockOf(block);
      if (blocks.length > 0) addAll(step(), blocks);
    }
  }
  if (attached.length > 0) addAll(step(), attached);
  return steps;
}

/** A block that nobody knows is carried, with its words as a readable line. */
function blockOf(block: Fields): (Fields | PartBlock)[] {
  const { type, text, thinking } = block;
  if (type === "text") {
    const citations =
      Array.isArray(block.citations) && block.citations.length > 0
        ? [silentBlock(FROM, { citations: block.citations })]
        : [];
    return words(text).trim() === "" ? citations : [{ type, text }, ...citations];
  }
  if (type === "thinking") return words(thinking).trim() === "" ? [] : [{ type, thinking }];
  return [toldBlock(FROM, words(type) || "unknown", words(text) || words(block.title), block)];
}

/** Claude's export has the texts of attached files, and of other files the names. */
async function attachedTo(message: Fields, keep: (file: KeptFile) => void): Promise<PartBlock[]> {
  const blocks: PartBlock[] = [];
  for (const attachment of listOf(message.attachments)) {
    const { file_name, extracted_content } = attachment;
    const text = words(extracted_content);
    const file = text === "" ? undefined : await keptText(text);
    if (file === undefined) blocks.push(toldBlock(FROM, "file", words(file_name), attachment));
    else {
      keep(file);
      blocks.push(fileBlock(file, words(file_name) || "attachment.txt"));
    }
  }
  for (const file of listOf(message.files)) blocks.push(toldBlock(FROM, "file", words(file.file_name), file));
  return blocks;
}
