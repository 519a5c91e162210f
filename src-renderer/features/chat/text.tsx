/** Words, as text: nothing of what a model says is ever read as markup. Blocks that are done are not laid out again. */
import { memo, useState } from "react";
import { hasLongWord } from "./letters";
import { useOwnFrame } from "./own-frame";
import { type KindOfPiece, Pieces } from "./pieces";
import { TextBlocks } from "./text-blocks";

/** CSS pixels of a line, and characters in it, more or less. */
const LINE = 21;
const CHARACTERS = 90;

/** What stands there as it was written has a line for each of its own, at the least. */
function heightOf(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return Math.max(lines, Math.ceil(text.length / CHARACTERS)) * LINE;
}

const Block = memo(function Block({ text }: { text: string }) {
  return useOwnFrame(text, false, true) ? (
    <div className="text-block" dir="auto">
      {text}
    </div>
  ) : (
    <div className="text-block waiting" style={{ blockSize: heightOf(text) }} />
  );
});

const pieces: KindOfPiece<string, undefined> = {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever follow each other; their place is what they are.
  render: (items) => items.map((block, index) => <Block key={index} text={block} />),
  heightOf,
  sourceOf: (block) => block,
  hasLongWord,
};

interface TextProps {
  text: string;
  streaming: boolean;
  /** It stands here until something else does. */
  awaiting?: boolean;
}

export const Text = memo(function Text({ text, streaming, awaiting = false }: TextProps) {
  const [blocks] = useState(() => new TextBlocks());
  return (
    <div className="text" data-streaming={streaming || undefined} aria-busy={awaiting || undefined}>
      <Pieces kind={pieces} items={blocks.of(text)} context={undefined} />
    </div>
  );
});
