/** The meter of the session bar: shows how much of the model's window is used (TK-3). A press shows the parts. */
import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import { useStore } from "zustand";
import { useKeyNames } from "../../platform/commands/key-names";
import { short } from "../../platform/language/numbers";
import { useTranslation } from "../../platform/language/use-translation";
import { PopoverPopup } from "../../ui/popover-popup";
import { CompactButton } from "./compact-button";
import type { ContextUse } from "./context";
import { ContextAndCost } from "./context-and-cost";
import { FreeButton } from "./free-button";
import { closeUsage, openUsage, usageView } from "./usage-state";
import { useContextUse, useCounting } from "./use-context";
import "./usage.css";

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
  const used = useContextUse();
  useCounting();
  const open = useStore(usageView, (state) => state.open);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { hotkey: _, ...keys } = useKeyNames("show-usage");
  if (used === undefined) return null;
  const { use, breakdown } = used;
  const { tokens, estimated, limit } = use;
  const amount = `${estimated ? "~" : ""}${short(tokens)}`;
  const of = limit === undefined ? "" : ` ${t("meter.of", { limit: short(limit) })}`;
  const unit = ` ${t("meter.unit")}`;
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
        aria-valuetext={amount + of + unit}
      >
        <span className="context-meter-text">
          {amount}
          <span className="context-meter-limit">{of}</span>
          <span className="context-meter-unit">{unit}</span>
        </span>
        {limit === undefined ? null : <Bar {...use} limit={limit} />}
      </div>
      <button
        ref={button}
        type="button"
        className="context-meter-button"
        aria-label={t("meter.title")}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...keys}
      />
      <Popover.Root open={open} onOpenChange={(isOpen) => isOpen || closeUsage()}>
        <Popover.Portal>
          <Popover.Positioner className="popup-place" anchor={box} align="end" sideOffset={6}>
            <PopoverPopup
              className="usage"
              focusAtEnd={() => button.current}
              onClick={(event) => event.stopPropagation()}
            >
              <Popover.Title className="popover-title">{t("meter.title")}</Popover.Title>
              <ContextAndCost use={use} breakdown={breakdown} />
              <CompactButton />
              <FreeButton />
            </PopoverPopup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
