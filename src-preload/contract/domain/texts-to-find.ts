/**
 * The texts of a part in which a conversation's words are found. Main asks for them of stored messages, and the kinds of parts that draw
 * them ask for them in the window: both find the same.
 */
import { PICTURE_TYPES, sha256In } from "./attachments";
import { drawnInput, drawnOutput, isToolPart, MOST_DRAWN } from "./call-texts";
import type { TextToFind } from "./matching";
import { type BraidPart, TOOL_ENDS } from "./messages";
import { isPermission, isQuestion, questionText, wordOf } from "./permissions";
import { isTold, wordsToFind } from "./told";
import { pictureMarkOf } from "./tool-pictures";

const ENDS: readonly string[] = Object.values(TOOL_ENDS);

/** In the order in which they are drawn. A part without words has none. */
export function textsToFind(part: BraidPart): TextToFind[] {
  if (part.type === "text" || part.type === "reasoning") return filled([part.text]).map((text) => ({ text }));
  if (isTold(part)) return filled([wordsToFind(part)]).map((text) => ({ text, exact: true }));
  return filled(exactTexts(part)).map((text) => ({ text: text.slice(0, MOST_DRAWN), exact: true }));
}

/** The fields of stored parts may hold anything. */
const filled = (texts: readonly unknown[]): string[] =>
  texts.filter((text): text is string => typeof text === "string" && text !== "");

function exactTexts(part: BraidPart): unknown[] {
  if (isQuestion(part)) return [questionText(part.data)];
  if (isPermission(part)) return [wordOf(part.data.answer)];
  if (part.type === "source-url" || part.type === "source-document")
    return [part.title ?? ("url" in part ? part.url : "")];
  if (part.type === "file") return isNamed(part) ? [part.filename] : [];
  if (!isToolPart(part)) return [];
  const failure = part.state === "output-error" ? part.errorText : undefined;
  // Braid's own words about an end are in the reader's language.
  const isOwn = failure !== undefined && ENDS.includes(failure);
  return [drawnInput(part), drawnOutput(part), isOwn ? undefined : failure];
}

/** A picture is drawn without its name, and the file of a call by the call. */
function isNamed(part: Extract<BraidPart, { type: "file" }>): boolean {
  const isPicture = sha256In(String(part.url)) !== undefined && PICTURE_TYPES.includes(part.mediaType);
  return !isPicture && pictureMarkOf(part) === undefined;
}
