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
/** Servers that refuse a request with thoughts, whichever model it is for. */
const REFUSING = ["groq.com", "cerebras.ai", "mistral.ai"];
/** Stands where a call has no thoughts to send, such as another model's: the servers refuse none, and some refuse an empty text. */
const NO_THOUGHTS = " ";

export function needsThoughts(address: string, model_id: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  const isOf = (name: string) => host === name || host.endsWith(`.${name}`);
  return SERVERS.some(isOf) || (MODELS.test(model_id) && !REFUSING.some(isOf));
}

/** The messages of a request with thoughts beside each call of a tool, or without any thoughts. */
export function withThoughts(messages: readonly Message[], needed: boolean): Message[] {
  return messages.map((message) => {
    if (message.role !== "assistant") return message;
    const { reasoning_content, ...said } = message;
    const thoughts = reasoning_content ?? (message.tool_calls === undefined ? undefined : NO_THOUGHTS);
    return needed && thoughts !== undefined ? { ...said, reasoning_content: thoughts } : said;
  });
}

/** A message as the adapter writes it. */
export interface Message {
  role: string;
  reasoning_content?: string;
  tool_calls?: unknown[] | undefined;
}
