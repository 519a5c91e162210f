/**
 * Decides which servers of the chat wire are sent a model's stored thoughts. The adapter sends them to all, as `reasoning_content`: a field
 * of no standard, for which many servers (Groq, Cerebras, Mistral) refuse the whole request.
 */

/** Servers that refuse a call of a tool without the thoughts before it, or ask for them. */
const SERVERS = [
  "deepseek.com",
  "moonshot.ai",
  "moonshot.cn",
  "kimi.com",
  "z.ai",
  "bigmodel.cn",
  "xiaomimimo.com",
];
/** Models of theirs that refuse it wherever they are served. */
const MODELS = /(?:^|\/)(?:deepseek-(?:v\d|chat|reasoner)|kimi-|mimo-)/i;
/** Servers, and models wherever they are served, that read their thoughts where they wrote them: in tags in front of the answer. */
const SERVERS_OF_TAGS = ["minimax.io", "minimaxi.com"];
const MODELS_OF_TAGS = /(?:^|[/.:])minimax-m\d/i;
/** Servers that refuse a request with thoughts, whichever model it is for. */
const REFUSING = ["groq.com", "cerebras.ai", "mistral.ai"];
/** Stands where a call has no thoughts to send, such as another model's: the servers refuse none, and some refuse an empty text. */
const NO_THOUGHTS = " ";

/** Where the thoughts of a message go: in a field of their own, in tags in its content, or nowhere. */
export type Place = "field" | "content" | undefined;

export function placeOfThoughts(address: string, model_id: string): Place {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  const isOf = (name: string) => host === name || host.endsWith(`.${name}`);
  // Tags are plain text, which no server refuses.
  if (SERVERS_OF_TAGS.some(isOf) || MODELS_OF_TAGS.test(model_id)) return "content";
  if (SERVERS.some(isOf) || (MODELS.test(model_id) && !REFUSING.some(isOf))) return "field";
  return undefined;
}

/** The messages of a request with their thoughts in this place. In the field, each call of a tool has some. */
export function withThoughts(messages: readonly Message[], place: Place): Message[] {
  return messages.map((message) => {
    if (message.role !== "assistant") return message;
    const { reasoning_content, ...said } = message;
    if (place === "content" && reasoning_content !== undefined)
      return { ...said, content: `<think>\n${reasoning_content}\n</think>\n\n${said.content ?? ""}` };
    const thoughts = reasoning_content ?? (message.tool_calls === undefined ? undefined : NO_THOUGHTS);
    return place === "field" && thoughts !== undefined ? { ...said, reasoning_content: thoughts } : said;
  });
}

/** A message as the adapter writes it. */
export interface Message {
  role: string;
  /** A text where an assistant speaks, null where it only calls tools. */
  content?: unknown;
  reasoning_content?: string;
  tool_calls?: unknown[] | undefined;
}
