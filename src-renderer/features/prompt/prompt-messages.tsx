/** The messages of a prompt: who said them, their first words and tokens, and what of them was left out. All words are plain text. */

import { useLayoutEffect, useRef } from "react";
import type { LeftParts, PromptMessage } from "../../../src-preload/contract/domain/prompts";
import { useTranslation } from "../../platform/language/use-translation";
import { useModelName } from "../../thread/model/model-name";
import { focusIfNowhere } from "../../ui/focus";

function useSpeaker(): (message: PromptMessage) => string {
  const { t } = useTranslation(["prompt", "chat"]);
  const nameOf = useModelName();
  return ({ kind, role, model }) => {
    if (kind !== "said") return t(`prompt:${kind}`);
    if (role === "user") return t("prompt:you");
    return model === undefined ? t("chat:message.assistant") : nameOf(model);
  };
}

function Left({ left }: { left: readonly LeftParts[] }) {
  const { t } = useTranslation("prompt");
  if (left.length === 0) return null;
  return (
    <ul className="prompt-left" aria-label={t("left")}>
      {left.map(({ what, why, count }) => (
        <li key={`${what} ${why}`}>
          {t("left-part", { what: t(`what.${what}`, { count }), why: t(`why.${why}`) })}
        </li>
      ))}
    </ul>
  );
}

function Row({ message }: { message: PromptMessage }) {
  const { t } = useTranslation("prompt");
  const speakerOf = useSpeaker();
  const { kind, turns = 0, tokens, preview, left, unreadable } = message;
  return (
    <li className="prompt-row" data-kind={kind}>
      {kind === "summary" ? <p className="prompt-note">{t("stands", { count: turns })}</p> : null}
      <p className="prompt-line">
        <span className="prompt-speaker">
          <bdi>{speakerOf(message)}</bdi>
        </span>
        <span className="prompt-tokens">
          {tokens === undefined ? t("nothing-sent") : t("tokens", { count: tokens })}
        </span>
      </p>
      {unreadable ? <p className="prompt-note">{t("unreadable")}</p> : null}
      {preview === "" ? null : (
        <p className="prompt-preview" dir="auto">
          {preview}
        </p>
      )}
      <Left left={left} />
    </li>
  );
}

interface PromptMessagesProps {
  messages: readonly PromptMessage[];
  /** Messages of the whole prompt. */
  count: number;
  more: boolean;
  loading: boolean;
  onEarlier: () => void;
}

export function PromptMessages({ messages, count, more, loading, onEarlier }: PromptMessagesProps) {
  const { t } = useTranslation("prompt");
  const list = useRef<HTMLOListElement>(null);
  // The button vanishes with the focus when the first message is there.
  useLayoutEffect(() => {
    if (!more && messages.length > 0) focusIfNowhere(list.current);
  }, [more, messages.length]);
  return (
    <section className="prompt-part">
      <h3 className="facts-title">
        {t("messages")} <span className="prompt-tokens">{t("number", { count })}</span>
      </h3>
      {more ? (
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={loading || undefined}
          onClick={onEarlier}
        >
          {t("load-earlier")}
        </button>
      ) : null}
      <ol ref={list} className="prompt-messages" tabIndex={-1} aria-label={t("messages")}>
        {messages.map((message) => (
          <Row key={`${message.kind} ${message.message_id}`} message={message} />
        ))}
      </ol>
    </section>
  );
}
