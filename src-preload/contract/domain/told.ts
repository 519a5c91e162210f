/** Words of an imported conversation that have no place in Braid's (SE-6): custom instructions, say. */

export interface ToldPart {
  type: "data-told";
  /** The fields come from a file of another program, and may hold anything. */
  data: { from?: unknown; kind?: unknown; text?: unknown } | null;
}

export const isTold = (part: { type: string }): part is ToldPart => part.type === "data-told";

/** The words as they are drawn; empty where there are none. */
export const toldWords = ({ data }: ToldPart): string =>
  typeof data?.text === "string" ? data.text.trim() : "";

/** The name of a file that the import lacks, and the other program's note on how long it thought, are kinds of their own. */
export const isMissingFile = ({ data }: ToldPart): boolean => data?.kind === "file";
export const isRecap = ({ data }: ToldPart): boolean => data?.kind === "reasoning_recap";

/** The words that stand for themselves. The name of a file stands in a sentence of ours. */
export const wordsToFind = (part: ToldPart): string => (isMissingFile(part) ? "" : toldWords(part));
