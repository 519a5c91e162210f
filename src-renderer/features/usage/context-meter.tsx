/** The meter of the session bar: shows how much of the model's window is used (TK-3). A press shows the parts. */
import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import { useStore } from "zustand";
import { appInfo } from "../../platform/app-info";
import { ariaKey } from "../../platform/commands/key-names";
import { short } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { choiceOf } from "../../thread/model/cost";
import { isSameModel } from "../../thread/model/model-choice";
import { mainThread } from "../../thread/thread";
import { type ContextUse, contextUse } from "./context";
import { ContextAndCost } from "./context-and-cost";
import { closeUsage, openUsage, usageView } from "./usage-state";
import "../../ui/popup.css";
import "./usage.css";

/** Returns the use of the context window of the model that will answer next. */
function useContextUse(): ContextUse | undefined {
  const billing = useStore(mainThread.drawn, (state) => state.view?.billing);
  const used = useStore(mainThread.drawn, (state) => state.view?.session.model);
  const picked = useStore(mainThread.model.store, (state) => state.picked);
  const info = useStore(appInfo, (state) => state.info);
  if (billing === undefined || info === undefined) return undefined;
  const model = choiceOf(info.models, picked ?? used ?? info.default_model);
  return contextUse(
    billing,
    model,
    info.reserve_tokens,
    used !== undefined && !isSameModel(picked ?? used, used),
  );
}

const share = (part: number, whole: number) => `${Math.min(100, (100 * part) / whole).toFixed(1)}%`;

function Bar({ tokens, limit, summarised_at }: ContextUse & { limit: number }) {
  const full = summarised_at !== undefined && tokens >= summarised_at;
  return (
    <span className="context-bar" data-full={full || undefined} aria-hidden="true">
      <span className="context-bar-used" style={{ inlineSize: share(tokens, limit) }} />
      {summarised_at === undefined ? null : (
        <span className="context-bar-mark" style={{ insetInlineStart: share(summarised_at, limit) }} />
      )}
    </span>
  );
}

export function ContextMeter() {
  const { t } = useTranslation("chat");
  const use = useContextUse();
  const open = useStore(usageView, (state) => state.open);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (use === undefined) return null;
  const { tokens, estimated, limit } = use;
  const amount = `${estimated ? "~" : ""}${short(tokens)}`;
  const said =
    limit === undefined ? t("meter.tokens", { amount }) : t("meter.of", { amount, limit: short(limit) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button inside is for keys.
    <div ref={box} className="context-meter" onClick={() => (open ? closeUsage() : openUsage())}>
      {/* biome-ignore lint/a11y/useSemanticElements: what it says is more than a bar. */}
      <div
        className="context-meter-said"
        role="meter"
        aria-label={t("meter.name")}
        aria-valuemin={0}
        aria-valuemax={limit ?? tokens}
        aria-valuenow={Math.min(tokens, limit ?? tokens)}
        aria-valuetext={said}
      >
        <span className="context-meter-text">{said}</span>
        {limit === undefined ? null : <Bar {...use} limit={limit} />}
      </div>
      <button
        ref={button}
        type="button"
        className="context-meter-button"
        aria-label={t("meter.title")}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...(ariaKey("show-usage") === undefined ? {} : { "aria-keyshortcuts": ariaKey("show-usage") })}
      />
      <Popover.Root open={open} onOpenChange={(isOpen) => isOpen || closeUsage()}>
        <Popover.Portal>
          <Popover.Positioner className="popup-place" anchor={box} align="end" sideOffset={6}>
            <Popover.Popup
              className="popover popup usage"
              finalFocus={button}
              onClick={(event) => event.stopPropagation()}
            >
              <Popover.Title className="facts-title">{t("meter.title")}</Popover.Title>
              <ContextAndCost use={use} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
