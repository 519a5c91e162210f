/** One waiting message: its beginning, the model chosen for it, and the reason why it could not be sent. */

import { Paperclip, Pencil, X } from "lucide-react";
import { memo } from "react";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import type { QueueId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { QueuedMessage } from "../../../src-preload/contract/domain/queue";
import { FailureWords } from "../../platform/language/failure";
import { useTranslation } from "../../platform/language/use-translation";
import { useChoice } from "../../thread/model/current-model";
import { useModelName } from "../../thread/model/model-name";
import { IconButton } from "../../ui/icon-button";

export interface RowActions {
  edit(id: QueueId): void;
  remove(id: QueueId): void;
  sendTo(id: QueueId, model: ModelRef): void;
}

interface QueueRowProps {
  item: QueuedMessage;
  /** True for the row whose buttons Tab reaches. */
  isCurrent: boolean;
  problem: ErrorInfo | undefined;
  actions: RowActions;
}

export const QueueRow = memo(function QueueRow({ item, isCurrent, problem, actions }: QueueRowProps) {
  const { t } = useTranslation("queue");
  const { id, excerpt, cut, model, filenames = [] } = item;
  const words = `queued-${id}`;
  const button = { tabIndex: isCurrent ? 0 : -1, "aria-describedby": words };
  return (
    <>
      <div className="queue-line">
        <span id={words} className="queue-text one-line" dir="auto">
          {excerpt}
          {cut ? "…" : ""}
        </span>
        {filenames.length === 0 ? null : (
          <span className="queue-model one-line" title={filenames.join("\n")}>
            <Paperclip aria-hidden="true" /> <bdi>{filenames.join(", ")}</bdi>
          </span>
        )}
        {model === undefined ? null : <QueueModel model={model} />}
        <IconButton label={t("edit")} data-do="edit" {...button} onClick={() => actions.edit(id)}>
          <Pencil />
        </IconButton>
        <IconButton label={t("remove")} data-do="remove" {...button} onClick={() => actions.remove(id)}>
          <X />
        </IconButton>
      </div>
      {problem === undefined ? null : (
        <Problem problem={problem} onUse={(other) => actions.sendTo(id, other)} />
      )}
    </>
  );
});

function QueueModel({ model }: { model: ModelRef }) {
  const { t } = useTranslation("queue");
  const name = useModelName();
  return <span className="queue-model one-line">{t("to-model", { model: name(model) })}</span>;
}

/** The problem of a message, and a way out: the model chosen in the composer replaces the missing one. */
function Problem({ problem, onUse }: { problem: ErrorInfo; onUse: (model: ModelRef) => void }) {
  const { t } = useTranslation("queue");
  const name = useModelName();
  const choice = useChoice();
  // The model chosen in the composer may have vanished as well.
  const other = choice?.unavailable === undefined ? choice?.ref : undefined;
  return (
    <p className="queue-problem">
      <bdi>
        <FailureWords failure={problem} />
      </bdi>{" "}
      {problem.code !== "MODEL_NOT_FOUND" || other === undefined ? null : (
        <button type="button" className="button button-link" onClick={() => onUse(other)}>
          {t("use-model", { model: name(other) })}
        </button>
      )}
    </p>
  );
}
