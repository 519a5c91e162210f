/** Tells by a model's name whether it reads pictures: servers of open models, and gateways, seldom say it in their lists. */

/** Between two words of a name, or at its ends. A digit counts, because Ollama writes `qwen2.5vl`. */
const EDGE = "(?:^|[^a-z]|$)";

/** Words that the makers give to models with eyes: `qwen2.5-vl-72b`, `llama3.2-vision:11b`, `phi-4-multimodal`. */
const WORDS = new RegExp(`${EDGE}(?:vl|vlm|vision|multimodal)${EDGE}`);

/** Families whose models all read pictures. */
const FAMILIES = new RegExp(
  `${EDGE}(?:${[
    "(?:bak)?llava",
    "moondream",
    "minicpm-(?:v|o)",
    "pixtral",
    "internvl",
    "smolvlm",
    "cogvlm",
    String.raw`llama-?4(?!\d)`,
    String.raw`mistral-(?:small|medium)-?3\.[12]`,
    "gemma-?3[:-](?!1b|270m)",
    "gemma-?3$",
    String.raw`glm-\d(?:\.\d)?v`,
  ].join("|")})`,
);

/**
 * Families that only their makers serve. Open models carry the names of their teachers, such as `Qwen3-8B-Gemini-2.5-Flash`: these names count
 * only at the start, or behind a company that sells them, such as `us.anthropic.claude-3-haiku`.
 */
const MAKERS = new RegExp(
  `(?:^|${EDGE}(?:anthropic|openai|google|azure|databricks)[.:-]+)(?:${[
    "(?:chat)?gpt-(?:4o|4-turbo)",
    String.raw`claude-3(?!-5-haiku|\.5-haiku)`,
    "claude-(?:opus|sonnet|haiku|fable)",
    "gemini",
  ].join("|")})`,
);

/** Names of the same families that read no pictures, and of text models with a teacher. */
const BLIND = /audio|transcribe|distill|(?:^|[^a-z])(?:text-only|tts|embed)/;

/** Tells by its name whether a model reads pictures. @param id as any server writes it: `google/gemma-3-27b-it`, `gemma3:4b` */
export function seesPictures(id: string): boolean {
  const name = id.replace(/^.*\//, "").replaceAll("_", "-").toLowerCase();
  return !BLIND.test(name) && [WORDS, FAMILIES, MAKERS].some((names) => names.test(name));
}
