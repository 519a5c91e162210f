/** A form with the questions of the model, in its place in the thread. It takes no focus, and Enter in a field does not send it. */
import { MessageCircleQuestionMark } from "lucide-react";
import { useId, useRef } from "react";
import type { SessionId } from "../../../../../src-preload/contract/domain/ids";
import type { AskedQuestion, QuestionPart } from "../../../../../src-preload/contract/domain/permissions";
import { call } from "../../../../platform/bridge";
import { useTranslation } from "../../../../platform/language/use-translation";
import { useThread } from "../../../../thread/thread";
import { useKept } from "../asked/kept";
import { leaveQuestion } from "../asked/leave-question";
import { useAnnounced } from "../asked/use-asked";
import { useReply } from "../asked/use-reply";
import {
  answersOf,
  choose,
  type Given,
  isComplete,
  NOTHING_GIVEN,
  questionsOf,
  write,
} from "./asked-questions";
import "../permission/permission.css";
import "./question.css";

interface OneOptionProps {
  option: AskedQuestion["options"][number];
  multiple: boolean;
  /** The name that all options of the question share. */
  name: string;
  checked: boolean;
  onChoose: () => void;
}

function OneOption({ option: { label, description }, multiple, name, checked, onChoose }: OneOptionProps) {
  const id = useId();
  const hint = typeof description === "string" ? description : "";
  return (
    <div className="question-option">
      <input
        id={id}
        type={multiple ? "checkbox" : "radio"}
        name={name}
        checked={checked}
        aria-describedby={hint === "" ? undefined : `${id}-hint`}
        onChange={onChoose}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === "" ? null : (
          <div id={`${id}-hint`} className="question-hint">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

interface OneQuestionProps {
  asked: AskedQuestion;
  given: Given;
  onChange: (given: Given) => void;
}

function OneQuestion({ asked, given, onChange }: OneQuestionProps) {
  const { t } = useTranslation("permissions");
  const name = useId();
  const { question, options, multiple = false } = asked;
  return (
    <fieldset className="question" aria-labelledby={name}>
      <div className="text">
        <div id={name} className="question-words">
          {question}
        </div>
        {options.map((option, at) => (
          <OneOption
            // biome-ignore lint/suspicious/noArrayIndexKey: the options of a question never change, and two may be the same.
            key={at}
            option={option}
            multiple={multiple}
            name={name}
            checked={given.chosen.includes(option.label)}
            onChoose={() => onChange(choose(given, option.label, multiple))}
          />
        ))}
      </div>
      <textarea
        className="input question-own"
        rows={1}
        aria-label={t("question.own", { question })}
        placeholder={t(options.length === 0 ? "question.own-only" : "question.own-hint")}
        maxLength={10_000}
        value={given.own}
        onChange={(event) => onChange(write(given, event.target.value, multiple))}
      />
    </fieldset>
  );
}

export function QuestionForm({ part, session_id }: { part: QuestionPart; session_id: SessionId }) {
  const { t } = useTranslation("permissions");
  const thread = useThread();
  const box = useRef<HTMLFormElement>(null);
  const { id, data } = part;
  const questions = questionsOf(data);
  const [{ given }, change] = useKept<{ given: readonly Given[] }>(id, () => ({
    given: questions.map(() => NOTHING_GIVEN),
  }));
  const [resting, reply] = useReply(id, box, id);
  useAnnounced(id, `${t("question.asked")}: ${questions[0]?.question ?? ""}`);
  const answers = answersOf(questions, given);
  const lacks = !isComplete(answers);
  const send = (answered: string[][] | null) =>
    reply(() => call("permission.answer", { session_id, approval_id: id, answers: answered }));
  return (
    <form
      ref={box}
      className="asked"
      aria-label={t("question.asked")}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => leaveQuestion(event, thread)}
    >
      <p className="asked-title" data-not-found="">
        <MessageCircleQuestionMark />
        <strong>{t("question.asked")}</strong>
      </p>
      {questions.map((asked, at) => (
        <OneQuestion
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a part never change.
          key={at}
          asked={asked}
          given={given[at] ?? NOTHING_GIVEN}
          onChange={(one) =>
            change({
              given: questions.map((_, other) => (other === at ? one : (given[other] ?? NOTHING_GIVEN))),
            })
          }
        />
      ))}
      <div className="asked-choices">
        <button
          type="button"
          className="button"
          data-once=""
          aria-disabled={resting || lacks || undefined}
          aria-description={lacks ? t("question.lacks") : undefined}
          title={lacks ? t("question.lacks") : undefined}
          onClick={() => lacks || send(answers)}
        >
          {t("question.answer")}
        </button>
        <button
          type="button"
          className="button button-quiet"
          data-once=""
          aria-disabled={resting || undefined}
          title={t("question.refuse-tip")}
          onClick={() => send(null)}
        >
          {t("question.refuse")}
        </button>
      </div>
    </form>
  );
}
