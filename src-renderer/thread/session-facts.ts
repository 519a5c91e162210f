/** Tells a session from others of its family at a glance: how many turns it has, and its model. */
import type { SessionSummary } from "../../src-preload/contract/domain/sessions";
import { useTranslation } from "../platform/language/use-translation";
import { useModelName } from "./model/model-name";

/** Returns the facts as words, e.g. `3 turns`, `Opus`; those that are known. */
export function useSessionFacts(): (session: Pick<SessionSummary, "turns" | "model">) => string[] {
  const { t } = useTranslation("sessions");
  const nameOf = useModelName();
  return ({ turns, model }) => [
    ...(turns === undefined ? [] : [t("turns", { count: turns })]),
    ...(model === undefined ? [] : [nameOf(model)]),
  ];
}
