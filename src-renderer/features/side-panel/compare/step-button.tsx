/** The button that makes two conversations scroll in step. */
import { ArrowUpDown } from "lucide-react";
import { useStore } from "zustand";
import { useTranslation } from "../../../platform/language/use-translation";
import { IconButton } from "../../../ui/icon-button";
import { compareState, setInStep } from "./compare";
import "./compare.css";

export function StepButton() {
  const { t } = useTranslation("compare");
  const inStep = useStore(compareState, (state) => state.inStep);
  return (
    <IconButton
      className="step-button"
      label={t("in-step")}
      aria-pressed={inStep}
      onClick={() => setInStep(!inStep)}
    >
      <ArrowUpDown />
    </IconButton>
  );
}
