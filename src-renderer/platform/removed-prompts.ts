/** Counts the texts that this window took out of the prompt history (SE-5b): whoever has read the history before reads it anew. */
export const removedPrompts = { count: 0 };
