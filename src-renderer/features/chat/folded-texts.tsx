/** Stands in a folded part for its texts: a search of the conversation counts them, and unfolds the part to show one of them. */
import { useLayoutEffect, useRef } from "react";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { FINDABLE, findableOf } from "../../thread/parts";
import { notePieceAway } from "./pieces";

interface FoldedTextsProps {
  /** The same list as long as the parts are the same. */
  parts: readonly BraidPart[];
  unfold: () => void;
}

export function FoldedTexts({ parts, unfold }: FoldedTextsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const newest = useRef(unfold);
  newest.current = unfold;
  useLayoutEffect(() => {
    if (place.current === null) return;
    return notePieceAway(place.current, {
      texts: () => findableOf({ parts: [...parts] }),
      build: () => newest.current(),
    });
  }, [parts]);
  return <span ref={place} hidden {...FINDABLE} />;
}
