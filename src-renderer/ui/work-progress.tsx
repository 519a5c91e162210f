/** How far a long work has come, in words and as a bar, with the button that cancels it. */
import { ActionButton } from "./action-button";
import "./work-progress.css";

interface WorkProgressProps {
  /** Names the work, as "Reading…". */
  name: string;
  /** From 0 to 1. */
  share: number;
  cancelLabel: string;
  onCancel: () => void;
}

export function WorkProgress({ name, share, cancelLabel, onCancel }: WorkProgressProps) {
  return (
    <>
      <label className="work-progress">
        <span>{name}</span>
        <progress max={1} value={share} />
      </label>
      <ActionButton onClick={onCancel}>{cancelLabel}</ActionButton>
    </>
  );
}
