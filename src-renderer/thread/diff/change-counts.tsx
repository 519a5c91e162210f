/** The lines that a change adds and takes away, coloured and signed. */
import type { FileDiff } from "../../../src-preload/contract/domain/tools";
import { count } from "../../platform/language/numbers";
import "./change-counts.css";

const sum = (diffs: readonly FileDiff[], of: "added" | "removed"): number =>
  diffs.reduce((total, diff) => total + diff[of], 0);

export function ChangeCounts({ diffs }: { diffs: readonly FileDiff[] }) {
  const [added, removed] = [sum(diffs, "added"), sum(diffs, "removed")];
  return (
    <span className="change-counts">
      {added === 0 ? null : <span className="change-added">{`+${count(added)}`}</span>}{" "}
      {removed === 0 ? null : <span className="change-removed">{`−${count(removed)}`}</span>}
    </span>
  );
}
