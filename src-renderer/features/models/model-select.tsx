/** Which model the next message goes to (MS-1). A model that cannot be used now says why. */
import { useStore } from "zustand";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/types";
import { appView } from "../../state/app";
import { modelChoice, modelKey, pickModel } from "../../state/model-choice";
import { sessionView } from "../../state/session-view";

/** The session may have used a model that the settings no longer have: it is shown as what it is. */
function withCurrent(models: readonly ModelChoice[], current: ModelRef | undefined): readonly ModelChoice[] {
  if (current === undefined || models.some(({ ref }) => modelKey(ref) === modelKey(current))) return models;
  return [
    ...models,
    { ref: current, label: current.model_id, offline: false, unavailable: "not in the settings" },
  ];
}

export function ModelSelect() {
  const info = useStore(appView, (state) => state.info);
  const used = useStore(sessionView, (state) => state.view?.session.model);
  const picked = useStore(modelChoice, (state) => state.picked);
  const current = picked ?? used ?? info?.default_model;
  const models = withCurrent(info?.models ?? [], current);
  return (
    <select
      className="model-select"
      aria-label="Model"
      value={current === undefined ? "" : modelKey(current)}
      onChange={(event) => pickModel(models.find(({ ref }) => modelKey(ref) === event.target.value)?.ref)}
    >
      {models.map(({ ref, label, unavailable }) => (
        <option
          key={modelKey(ref)}
          value={modelKey(ref)}
          disabled={unavailable !== undefined && modelKey(ref) !== (current && modelKey(current))}
        >
          {unavailable === undefined ? label : `${label} (${unavailable})`}
        </option>
      ))}
    </select>
  );
}
