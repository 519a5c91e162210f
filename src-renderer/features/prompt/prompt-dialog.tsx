/** The prompt of an answer as it was sent (SP-2): the system prompt by sections, and the messages with what was left out of them. */

import { useRef, useState } from "react";
import { useStore } from "zustand";
import type { PromptHead, PromptSection } from "../../../src-preload/contract/domain/prompts";
import { closeDialog, dialogs } from "../../platform/dialogs";
import { FailureWords } from "../../platform/language/failure";
import { count } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { useModelName } from "../../thread/model/model-name";
import { Dialog } from "../../ui/dialog";
import { Fact, Facts } from "../../ui/facts";
import { PromptMessages } from "./prompt-messages";
import { type AnswerRef, usePrompt } from "./use-prompt";
import "./prompt.css";

/** The sections that have a name of their own; others are shown by the name under which they are stored. */
const NAMED = ["manifest", "environment"] as const;

function Section({ section: { name, text, tokens } }: { section: PromptSection }) {
  const { t } = useTranslation("prompt");
  const [open, setOpen] = useState(false);
  const named = NAMED.find((one) => one === name);
  return (
    <details
      className="fold prompt-section"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span>
          <bdi>{named === undefined ? name : t(`sections.${named}`)}</bdi>
        </span>
        <span className="prompt-tokens">{t("tokens", { count: tokens })}</span>
      </summary>
      {open ? (
        <pre className="prompt-text" dir="auto">
          {text}
        </pre>
      ) : null}
    </details>
  );
}

function System({ system: { digest, sections } }: { system: NonNullable<PromptHead["system"]> }) {
  const { t } = useTranslation("prompt");
  return (
    <section className="prompt-part">
      <h3 className="facts-title">{t("system")}</h3>
      {sections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
      <p className="prompt-digest">
        {t("digest")} <code>{digest}</code>
      </p>
    </section>
  );
}

function Head({ head: { model, tokens, gaps } }: { head: PromptHead }) {
  const { t } = useTranslation("prompt");
  const nameOf = useModelName();
  const { sent, estimated } = tokens;
  const known = sent ?? estimated;
  return (
    <>
      <p className="prompt-intro">{t("intro")}</p>
      {gaps.map((gap) => (
        <p key={gap} className="prompt-gap">
          {t(`gaps.${gap}`)}
        </p>
      ))}
      <Facts>
        {model === undefined ? null : (
          <Fact name={t("read-by")}>
            <bdi>{nameOf(model)}</bdi>
          </Fact>
        )}
        <Fact
          name={t("whole")}
          {...(known === undefined ? {} : { hint: t(sent === undefined ? "estimated" : "counted") })}
        >
          {known === undefined
            ? t("unknown")
            : sent === undefined
              ? t("tokens", { count: known })
              : count(known)}
        </Fact>
      </Facts>
    </>
  );
}

function Prompt({ of }: { of: AnswerRef }) {
  const { t } = useTranslation("chat");
  const { prompt, failure, loading, loadEarlier, retry } = usePrompt(of);
  const { head, messages = [], more = false } = prompt ?? {};
  return (
    <>
      {failure === undefined ? null : (
        <p className="prompt-gap" role="alert">
          <FailureWords failure={failure} />{" "}
          <button type="button" className="button button-link" onClick={retry}>
            {t("message.actions.try-again")}
          </button>
        </p>
      )}
      {head === undefined ? null : (
        <>
          <Head head={head} />
          {head.system === undefined ? null : <System system={head.system} />}
          <PromptMessages
            messages={messages}
            count={head.count}
            more={more}
            loading={loading}
            onEarlier={loadEarlier}
          />
        </>
      )}
    </>
  );
}

export default function PromptDialog() {
  const { t } = useTranslation(["prompt", "common"]);
  const room = useRef<HTMLElement>(null);
  const of = useStore(dialogs, ({ dialog }) => (dialog?.name === "prompt" ? dialog : undefined));
  return (
    <Dialog
      open
      onClose={closeDialog}
      closeLabel={t("common:close")}
      title={t("prompt:title")}
      className="prompt-dialog"
      initialFocus={room}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key. */}
      <section ref={room} className="prompt-room" tabIndex={0} aria-label={t("prompt:title")}>
        {of === undefined ? null : <Prompt of={of} />}
      </section>
    </Dialog>
  );
}
