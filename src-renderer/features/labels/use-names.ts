/** The names of labels that are in use, loaded when a form opens. */
import { useEffect, useState } from "react";
import type { LabelName } from "../../../src-preload/contract/domain/labels";
import { call } from "../../platform/bridge";
import { reportError } from "../../platform/notices";

/** Names that are asked for: the most used ones. */
const MOST_NAMES = 1000;

export function useNames(): readonly LabelName[] {
  const [names, take] = useState<readonly LabelName[]>([]);
  useEffect(() => {
    call("label.names", { limit: MOST_NAMES }).then(take, reportError);
  }, []);
  return names;
}
