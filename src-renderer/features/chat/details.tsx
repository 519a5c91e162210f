/** The details of an answer, on demand: its model, time, use, cost and end. */

import { Popover } from "@base-ui/react/popover";
import { useStore } from "zustand";
import { endsWithoutAnswer } from "../../../src-preload/contract/domain/empty-end";
import type { MessageMetadata, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import { appInfo } from "../../platform/app-info";
import { openDialog } from "../../platform/dialogs";
import { longTime } from "../../platform/language/moments";
import { count, dollars, duration } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { useInWords } from "../../platform/language/words";
import { choiceOf, priceOf } from "../../thread/model/cost";
import { modelKey } from "../../thread/model/model-choice";
import { useModelName } from "../../thread/model/model-name";
import { Fact, Facts } from "../../ui/facts";
import { PopoverPopup } from "../../ui/popover-popup";
import { hideDetails, shownDetails } from "./details-state";

const NO_MODELS: readonly ModelChoice[] = [];

const KINDS = [
  "input",
  "cache_read",
  "cache_write",
  "reasoning",
  "output",
] as const satisfies (keyof Usage)[];

function Tokens({ usage, estimated }: { usage: Usage; estimated: boolean }) {
  const { t } = useTranslation("chat");
  return KINDS.map((kind) => (
    <Fact key={kind} name={t(`usage.kinds.${kind}`)} hint={t(`usage.hints.${kind}`)}>
      {estimated ? "~" : null}
      {count(usage[kind])}
    </Fact>
  ));
}

/** Returns the cost that the provider told, else a computed one. Without a known price, no cost is made up. */
function useCost({ cost_usd, usage, model, estimated }: MessageMetadata): string {
  const { t } = useTranslation("chat");
  const models = useStore(appInfo, (state) => state.info?.models ?? NO_MODELS);
  if (cost_usd !== undefined) return t("usage.cost-told", { cost: dollars(cost_usd) });
  const price = choiceOf(models, model)?.price;
  if (price === undefined || !usage) return t("usage.no-price");
  return t("usage.cost-computed", { cost: `${estimated ? "~" : ""}${dollars(priceOf(usage, price))}` });
}

function MessageFacts({ message }: { message: StoredMessage }) {
  const { t } = useTranslation("chat");
  const inWords = useInWords();
  const nameOf = useModelName();
  const { metadata, created_at, ended_at } = message;
  const {
    model,
    usage,
    estimated = false,
    context_tokens,
    finish_reason = "interrupted",
    retried,
  } = metadata;
  const cost = useCost(metadata);
  return (
    <Facts>
      {model === undefined ? null : (
        <>
          <Fact name={t("details.model")}>
            <bdi>{nameOf(model)}</bdi>{" "}
            <span className="fact-hint">
              <bdi>{modelKey(model)}</bdi>
            </span>
          </Fact>
          <Fact name={t("details.thinking")}>{model.variant ?? t("details.thinking-usual")}</Fact>
        </>
      )}
      <Fact name={t("details.begun")}>{longTime(created_at)}</Fact>
      {ended_at === undefined ? null : (
        <Fact name={t("details.took")}>{duration(ended_at - created_at)}</Fact>
      )}
      {usage ? (
        <Tokens usage={usage} estimated={estimated} />
      ) : (
        <Fact name={t("details.tokens")}>{t("details.tokens-unknown")}</Fact>
      )}
      {context_tokens === undefined ? null : (
        <Fact name={t("details.context")}>
          {estimated ? "~" : null}
          {count(context_tokens)}
        </Fact>
      )}
      <Fact name={t("details.cost")}>{cost}</Fact>
      {retried === undefined ? null : (
        <Fact name={t("details.retried")}>
          {t("notes.retried", { count: retried.attempts, reason: inWords(retried.reason) })}
        </Fact>
      )}
      <Fact name={t("details.ended")}>
        {t(`details.reasons.${endsWithoutAnswer(message) ? "without-answer" : finish_reason}`)}
      </Fact>
    </Facts>
  );
}

/** SP-2. A summary and an answer that nobody was asked for have no prompt of this kind. */
function PromptButton({ message: { id, session_id, metadata } }: { message: StoredMessage }) {
  const { t } = useTranslation("prompt");
  if (metadata.model === undefined || metadata.synthetic) return null;
  const open = () => {
    hideDetails();
    openDialog({ name: "prompt", session_id, message_id: id });
  };
  return (
    <button type="button" className="button facts-button" onClick={open}>
      {t("title")}
    </button>
  );
}

export function Details() {
  const { t } = useTranslation("chat");
  const shown = useStore(shownDetails, (state) => state.shown);
  // The details stand beside the button of the row if it is there, else beside the message.
  const anchor = shown?.article.querySelector<HTMLElement>("[data-action=details]") ?? null;
  return (
    <Popover.Root open={shown !== undefined} onOpenChange={(open) => open || hideDetails()}>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" anchor={anchor} align="start" sideOffset={6}>
          <PopoverPopup focusAtEnd={() => anchor}>
            <Popover.Title className="popover-title">{t("details.title")}</Popover.Title>
            {shown === undefined ? null : (
              <>
                <MessageFacts message={shown.cell.get().message} />
                <PromptButton message={shown.cell.get().message} />
              </>
            )}
          </PopoverPopup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
