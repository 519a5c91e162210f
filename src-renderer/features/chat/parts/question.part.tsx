/** A question of the model to its user. Open, it is a form; answered, the question and its answers are calm text. */
import {
  isQuestion,
  type ModelQuestion,
  type QuestionPart,
} from "../../../../src-preload/contract/domain/permissions";
import { textsToFind } from "../../../../src-preload/contract/domain/texts-to-find";
import { t as say } from "../../../platform/language/language";
import { useTranslation } from "../../../platform/language/use-translation";
import { late } from "../../../platform/late";
import type { DrawnPart, PartKind } from "../../../thread/parts";
import { heightOfLines } from "../guessed-height";
import { useWaiting } from "./asked/use-asked";
import { asWords, questionsOf } from "./question/asked-questions";
import { unknownPart } from "./unknown";

const QuestionForm = late(async () => (await import("./question/question-form")).QuestionForm);

/** CSS pixels of the fields and buttons of an open question. */
const CONTROLS = 160;

/** Returns the words of the part, answered or not; none where it was withdrawn. */
function wordsOf(part: QuestionPart): string {
  if (!isQuestion(part)) return "";
  return asWords(part.data, say("permissions:question.not-answered"));
}

/** The answers stand in the place of their options. */
function Answered({ data }: { data: ModelQuestion }) {
  const { t } = useTranslation("permissions");
  return (
    <div className="text">
      {questionsOf(data).map(({ question }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a part never change.
        <div key={at}>
          <div>{question}</div>
          <div className="message-meta">
            {data.answer?.answers?.[at]?.join(", ") || t("question.not-answered")}
          </div>
        </div>
      ))}
    </div>
  );
}

function Question(drawn: DrawnPart<QuestionPart>) {
  const { part } = drawn;
  const session_id = useWaiting();
  if (!isQuestion(part)) return <unknownPart.Draw {...(drawn as DrawnPart)} />;
  const { answer } = part.data;
  if (answer?.withdrawn) return null;
  if (answer !== undefined) return <Answered data={part.data} />;
  return session_id === undefined ? null : <QuestionForm part={part} session_id={session_id} />;
}

export const kind: PartKind<QuestionPart> = {
  matches: (part): part is QuestionPart => part.type === "data-question",
  Draw: Question,
  waits: (part) => isQuestion(part) && part.data.answer === undefined,
  height: (part) => heightOfLines(wordsOf(part)) + (part.data?.answer === undefined ? CONTROLS : 0),
  source: wordsOf,
  findable: textsToFind,
  announced: wordsOf,
};
