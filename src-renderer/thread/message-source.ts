/** The text of a message as it was written, for copies and quotes. */

import { joinTexts, LONG_PART } from "../../src-preload/contract/domain/long-texts";
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import { sourcesOf } from "./parts";

/** The Markdown source of an answer, or the words of a user, without thoughts and tools. */
export const sourceOf = (message: StoredMessage): string => joinTexts(sourcesOf(message));

/** True where `sourceOf` is not empty; costs less than that. */
export const hasSource = (message: StoredMessage): boolean =>
  sourcesOf(message).some(({ text }) => /\S/.test(text));

/** True where a text of the message is stored in several parts: only the source has it as one text. */
export const isInParts = (message: StoredMessage): boolean =>
  sourcesOf(message).some(({ text }) => text.length >= LONG_PART);
