/** Keeps the places of the picker's content until that has loaded: nothing moves when it comes. */
import { Search } from "lucide-react";
import { windowName } from "../../platform/language/window-name";
import { BraidMark } from "../../ui/icons";
import "./sessions.css";

/** Gives a line its height. */
const BLANK = "\u00a0";

export function PickerRoom() {
  return (
    <div className="picker">
      <div className="picker-head">
        <span className="picker-mark">
          <BraidMark />
          <span>{windowName()}</span>
        </span>
      </div>
      <div className="picker-filter">
        <Search aria-hidden="true" />
        <span className="picker-filter-text">{BLANK}</span>
      </div>
      <div className="picker-tree" aria-busy="true" />
      <div className="picker-foot">
        <span className="button button-quiet">{BLANK}</span>
      </div>
    </div>
  );
}
