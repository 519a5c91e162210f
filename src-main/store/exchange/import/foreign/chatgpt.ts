/**
 * Reads a conversation of ChatGPT's export: a tree of nodes by their ids. A node may have no message (the root), one without words, one that
 * calls a tool (its recipient is not everybody), or the answer of a tool.
 */
import { fieldsOf } from "../../readable";
import type { Fields } from "../tree-lines";
import type { PartBlock } from "../tree-parts";
import { callArguments, contentBlocks, textOf, thoughtsOf } from "./chatgpt-content";
import { type Conversation, type Said, silentBlock, type Told, toldBlock } from "./conversation";
import { type FilesBeside, fileBlock, fileIdIn, type KeptFile } from "./files";

const FROM = "chatgpt";
const EVERYBODY: readonly unknown[] = ["all", undefined, null, ""];
/** Fields of a message's metadata that say more than its words. */
const TELLING = ["citations", "content_references", "attachments", "aggregate_result", "canvas", "dalle"];

export const isChatGpt = (value: Fields): boolean =>
  typeof value.mapping === "object" && value.mapping !== null && !Array.isArray(value.mapping);

const words = (value: unknown): string => (typeof value === "string" ? value : "");
/** Seconds with a fraction, as milliseconds. */
const dateOf = (seconds: unknown): number | undefined =>
  typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined;

export async function chatGptConversation(value: Fields, beside: FilesBeside): Promise<Conversation> {
  const { mapping, title, create_time, current_node, conversation_id, id, ...rest } = value;
  const reader = new NodeReader(beside);
  const messages: Told[] = [];
  const nodes = Object.entries(fieldsOf(mapping)).map(([key, node]) => [key, fieldsOf(node)] as const);
  // The nodes stand in no order: an answer of a tool may come before its call.
  for (const [key, { message }] of nodes) if (isCall(fieldsOf(message))) reader.calls.set(key, key);
  for (const [key, node] of nodes) messages.push(await reader.read(key, node));
  return {
    ...{ from: FROM, provider: "openai", rest, messages, files: [...reader.files.values()] },
    id: words(conversation_id) || words(id),
    title: words(title).trim(),
    created_at: dateOf(create_time),
    leaf: typeof current_node === "string" ? current_node : undefined,
  };
}

const isCall = ({ author, recipient }: Fields): boolean =>
  fieldsOf(author).role === "assistant" && !EVERYBODY.includes(recipient);

class NodeReader {
  readonly files = new Map<string, KeptFile>();
  /** Tools that messages call, until their first answer. */
  readonly calls = new Map<string, string>();

  constructor(private readonly beside: FilesBeside) {}

  async read(key: string, { message, parent }: Fields): Promise<Told> {
    const fields = fieldsOf(message);
    const parent_id = typeof parent === "string" ? parent : null;
    const told = { id: key, parent: parent_id, time: dateOf(fields.create_time) };
    const content = fieldsOf(fields.content);
    const role = fieldsOf(fields.author).role;
    const about = this.carriedOf(role, content, fieldsOf(fields.metadata));
    if (about !== undefined) return { ...told, said: [], carried: about };
    const said = await this.saidOf(key, parent_id, fields, content);
    const isEmpty = said.content.length === 0 && (said.toolCallId ?? key) === key;
    return { ...told, said: isEmpty ? [] : [said], carried: [] };
  }

  /** Instructions and notes of the program: no messages. */
  private carriedOf(role: unknown, content: Fields, metadata: Fields): PartBlock[] | undefined {
    const kind = words(content.content_type);
    if (kind === "user_editable_context") {
      const given = fieldsOf(metadata.user_context_message_data);
      const said = [
        words(given.about_user_message) || words(content.user_profile),
        words(given.about_model_message) || words(content.user_instructions),
      ];
      const text = said.filter((one) => one.trim() !== "").join("\n\n");
      return text === "" ? [] : [toldBlock(FROM, "custom-instructions", text, content)];
    }
    if (kind === "reasoning_recap") return [toldBlock(FROM, kind, textOf(content), content)];
    if (role === "user" || role === "assistant" || role === "tool") return undefined;
    const text = textOf(content);
    return text.trim() === "" ? [] : [toldBlock(FROM, words(role) || "system", text, content)];
  }

  private async saidOf(id: string, parent: string | null, fields: Fields, content: Fields): Promise<Said> {
    const { author, metadata, recipient, status } = fields;
    const { role, name } = fieldsOf(author);
    const about = fieldsOf(metadata);
    const more = this.moreOf(id, about);
    if (role === "tool") {
      const call = this.calls.get(parent ?? "");
      this.calls.delete(parent ?? "");
      const blocks = await this.blocksOf(content, about);
      const isError = content.content_type === "system_error";
      return {
        ...{ role: "toolResult", toolCallId: call ?? id, toolName: words(name), isError },
        content: [...blocks, ...more],
      };
    }
    if (role === "user") {
      const blocks = await this.blocksOf(content, about);
      return { role: "user", content: [...blocks, ...(await this.uploadsOf(about, blocks)), ...more] };
    }
    const model = words(about.model_slug);
    const stopReason = stopOf(status, about);
    if (isCall(fields)) {
      const call = { type: "toolCall", id, name: words(recipient), arguments: callArguments(content) };
      return { role: "assistant", model, stopReason, content: [call, ...more] };
    }
    const thoughts = content.content_type === "thoughts" ? thoughtsOf(content) : undefined;
    return {
      role: "assistant",
      model,
      stopReason,
      content: [...(thoughts ?? (await this.blocksOf(content, about))), ...more],
    };
  }

  private moreOf(id: string, metadata: Fields): PartBlock[] {
    const telling = TELLING.flatMap((field) => {
      const value = metadata[field];
      const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
      return isEmpty ? [] : [[field, value] as const];
    });
    if (telling.length === 0) return [];
    return [silentBlock(FROM, { id, metadata: Object.fromEntries(telling) })];
  }

  /** The files that were given with a question and that its content does not show. */
  private async uploadsOf(metadata: Fields, shown: readonly (Fields | PartBlock)[]): Promise<PartBlock[]> {
    const blocks: PartBlock[] = [];
    const urls = new Set(shown.map(({ part }) => fieldsOf(part).url));
    for (const one of Array.isArray(metadata.attachments) ? metadata.attachments : []) {
      const attachment = fieldsOf(one);
      const block = await this.file(words(attachment.id), words(attachment.name), attachment);
      if (!urls.has(block.part.url) || block.part.url === undefined) blocks.push(block);
    }
    return blocks;
  }

  private blocksOf(content: Fields, metadata: Fields): Promise<(Fields | PartBlock)[]> {
    const uploads = Array.isArray(metadata.attachments) ? metadata.attachments.map(fieldsOf) : [];
    return contentBlocks(content, (pointer, asset) => {
      const id = fileIdIn(pointer) ?? pointer;
      const name = uploads.find((upload) => upload.id === id)?.name;
      return this.file(id, words(name), asset);
    });
  }

  private async file(pointer: string, name: string, content: Fields): Promise<PartBlock> {
    const id = fileIdIn(pointer) ?? pointer;
    const found = await this.beside.find(id);
    const filename = name || this.beside.nameOf(id) || id;
    if (found === undefined) return toldBlock(FROM, "file", filename, content);
    this.files.set(found.sha256, found);
    return fileBlock(found, filename);
  }
}

function stopOf(status: unknown, metadata: Fields): string {
  const { type } = fieldsOf(metadata.finish_details);
  if (type === "max_tokens") return "length";
  return type === "interrupted" || status === "in_progress" ? "aborted" : "stop";
}
