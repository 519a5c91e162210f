/** Small exports of other programs, for tests. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Seconds, as ChatGPT counts. */
export const T = 1_700_000_000;
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface NodeFields {
  role: string;
  content?: object;
  text?: string;
  [field: string]: unknown;
}

/** A node of a conversation of ChatGPT's: `at` seconds after the first one. */
export const node = (
  id: string,
  parent: string | null,
  at: number,
  { role, text, content, name, metadata = {}, ...more }: NodeFields,
) => ({
  id,
  parent,
  children: [],
  message: {
    id,
    author: { role, name: name ?? null, metadata: {} },
    create_time: T + at,
    content: content ?? { content_type: "text", parts: [text ?? ""] },
    status: "finished_successfully",
    weight: 1,
    recipient: "all",
    metadata,
    ...more,
  },
});

export const root = (id = "root") => ({ id, parent: null, children: [], message: null });

export const chatGpt = (nodes: readonly { id: string }[], more: object = {}) => ({
  title: "A talk",
  create_time: T,
  update_time: T + 100,
  mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
  current_node: nodes.at(-1)?.id,
  conversation_id: "6f2c0d0e-0000-4000-8000-000000000001",
  id: "6f2c0d0e-0000-4000-8000-000000000001",
  ...more,
});

/** A talk with an edited question, a picture, custom instructions, thoughts and a tool. */
export const wholeTalk = (more: object = {}) =>
  chatGpt(
    [
      root(),
      node("s", "root", 0, { role: "system", metadata: { is_visually_hidden_from_conversation: true } }),
      node("i", "s", 0, {
        role: "user",
        content: { content_type: "user_editable_context", user_profile: "x", user_instructions: "y" },
        metadata: {
          is_user_system_message: true,
          user_context_message_data: {
            about_user_message: "I am a baker.",
            about_model_message: "Be short.",
          },
        },
      }),
      node("q1", "i", 1, { role: "user", text: "first wording" }),
      node("a1", "q1", 2, { role: "assistant", text: "left answer", metadata: { model_slug: "gpt-4o" } }),
      node("q2", "i", 10, {
        role: "user",
        content: {
          content_type: "multimodal_text",
          parts: [
            { content_type: "image_asset_pointer", asset_pointer: "file-service://file-Abc123" },
            "What is this?",
          ],
        },
        metadata: { attachments: [{ id: "file-Abc123", name: "cake.png", mimeType: "image/png" }] },
      }),
      node("t", "q2", 11, {
        role: "assistant",
        content: { content_type: "thoughts", thoughts: [{ summary: "Looking", content: "A dot." }] },
        metadata: { model_slug: "o3" },
      }),
      node("r", "t", 12, {
        role: "assistant",
        content: { content_type: "reasoning_recap", content: "Thought for 3 seconds" },
      }),
      node("c", "r", 13, {
        role: "assistant",
        recipient: "python",
        content: { content_type: "code", language: "unknown", text: "print(1)" },
        metadata: { model_slug: "o3" },
      }),
      node("o", "c", 14, {
        role: "tool",
        name: "python",
        content: { content_type: "execution_output", text: "1" },
      }),
      node("a2", "o", 15, { role: "assistant", text: "One dot.", metadata: { model_slug: "o3" } }),
    ],
    more,
  );

export const claude = (messages: readonly object[], more: object = {}) => ({
  uuid: "11111111-0000-4000-8000-000000000001",
  name: "A Claude talk",
  created_at: "2025-03-01T10:00:00.000000Z",
  updated_at: "2025-03-01T10:10:00.000000Z",
  account: { uuid: "a" },
  chat_messages: messages,
  ...more,
});

export const zipOf = async (
  path: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<string> => {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
};
