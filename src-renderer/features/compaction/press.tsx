/** An action in the note of a summary. */

import { say } from "../../platform/announce";
import { refusing } from "../../ui/tooltip";

interface PressProps {
  children: string;
  /** The reason why this cannot be done now. The button keeps its place and shows the reason. */
  refusal?: string | undefined;
  expanded?: boolean;
  /** The id of the element that it opens. */
  controls?: string;
  onPress: () => void;
}

export function Press({ children, refusal, expanded, controls, onPress }: PressProps) {
  return (
    <button
      type="button"
      className="button button-link"
      data-once=""
      aria-expanded={expanded}
      aria-controls={expanded === true ? controls : undefined}
      {...refusing(refusal)}
      onClick={() => (refusal === undefined ? onPress() : say(refusal))}
    >
      {children}
    </button>
  );
}
