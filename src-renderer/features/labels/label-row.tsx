/** A labelled message in the list: its label, its first words, and what can be done with it. */

import { Pencil } from "lucide-react";
import { useId } from "react";
import { momentTime } from "../../platform/language/moments";
import { fullTime } from "../../platform/language/time";
import { quoted } from "../../platform/language/undo-words";
import { useTranslation } from "../../platform/language/use-translation";
import { doing } from "../../thread/actions";
import { plainExcerpt } from "../../thread/plain-excerpt";
import { tip } from "../../ui/tooltip";
import { removeLabel } from "./label-state";
import type { Entry } from "./matching";
import { RenameLabel } from "./rename-label";

interface RowProps {
  entry: Entry;
  tabIndex: 0 | -1;
  /** True where the title of the session is told. */
  inAll: boolean;
  onShow: () => void;
  /** Shows the messages with this label alone. */
  onOnly: () => void;
}

export function LabelRow({ entry, tabIndex, inAll, onShow, onOnly }: RowProps) {
  const { t } = useTranslation("labels");
  const words = useId();
  const { session_id, message_id, name, title, created_at, role, hidden } = entry;
  const when = momentTime(created_at, Date.now());
  const place = { session_id, message_id, name };
  const only = t("only", { name: quoted(name) });
  return (
    <>
      <div id={words} className="long-row-words">
        <p className="long-row-title" dir="auto">
          <span className="label-chip label-alone">
            <button
              type="button"
              className="label-name"
              tabIndex={tabIndex}
              aria-label={only}
              {...tip(only)}
              onClick={onOnly}
            >
              <bdi>{name}</bdi>
            </button>
            <RenameLabel place={place} tabIndex={tabIndex}>
              <Pencil aria-hidden="true" />
            </RenameLabel>
          </span>{" "}
          {plainExcerpt(entry.words, role === "assistant")}
        </p>
        <p className="long-row-meta" title={fullTime(created_at)}>
          {[inAll ? title : undefined, hidden ? t("hidden") : undefined, when].filter(Boolean).join(" · ")}
        </p>
      </div>
      <button type="button" className="button" tabIndex={tabIndex} aria-describedby={words} onClick={onShow}>
        {t("show")}
      </button>
      <button
        type="button"
        className="button button-quiet"
        tabIndex={tabIndex}
        aria-describedby={words}
        onClick={() => doing(() => removeLabel(place))}
      >
        {t("remove")}
      </button>
    </>
  );
}
