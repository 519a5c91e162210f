/** A text. People's words are shown as they wrote them, models' words as Markdown. */
import type { TextUIPart } from "ai";
import { FileText } from "lucide-react";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { isInParts, sourceOf } from "../../../thread/message-source";
import type { PartKind } from "../../../thread/parts";
import { copyText } from "../copy-text";
import { heightOfFlow } from "../guessed-height";
import { AnswerText } from "../markdown/answer-text";
import { hasPiecesAway } from "../pieces";
import { plainText } from "../plain-text";
import { Text } from "../text";

const textOf = ({ text }: TextUIPart) => text;

export const kind: PartKind<TextUIPart> = {
  matches: (part) => part.type === "text",
  Draw: ({ part, live, byUser }) =>
    byUser ? (
      <Text text={part.text} streaming={false} />
    ) : (
      <AnswerText text={part.text} streaming={live && part.state === "streaming"} />
    ),
  height: ({ text }) => heightOfFlow(text),
  source: textOf,
  findable: textsToFind,
  announced: textOf,
  actions: [
    {
      id: "copy-text",
      icon: FileText,
      row: false,
      offered: ({ message }) => sourceOf(message) !== "",
      run: ({ cell, article }) => {
        const { message } = cell.get();
        // Users write plain text. A very long answer is not wholly on the page, so its source is copied.
        const isPlain = message.role === "user" || isInParts(message) || hasPiecesAway(article);
        return copyText(isPlain ? sourceOf(message) : plainText(article.querySelectorAll(":scope .text")));
      },
    },
  ],
};
