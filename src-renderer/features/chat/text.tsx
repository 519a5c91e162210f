/** Words as text: a model's words are never read as markup. Finished blocks are not laid out again. */
import { memo, useState } from "react";
import { heightOfLines } from "./guessed-height";
import { hasLongWord } from "./letters";
import { useOwnFrame } from "./own-frame";
import { type KindOfPiece, Pieces } from "./pieces";
import { TextBlocks } from "./text-blocks";

const Block = memo(function Block({ text }: { text: string }) {
  return useOwnFrame(text, false, true) ? (
    <div className="text-block" dir="auto">
      {text}
    </div>
  ) : (
    <div className="text-block room" style={{ blockSize: heightOfLines(text) }} />
  );
});

const pieces: KindOfPiece<string, undefined> = {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever follow each other; their place is what they are.
  render: (items) => items.map((block, index) => <Block key={index} text={block} />),
  heightOf: heightOfLines,
  textsOf: (blocks) => [{ text: blocks.join("\n") }],
  hasLongWord,
};

interface TextProps {
  text: string;
  streaming: boolean;
  /** True for plain words that stand here until they are drawn. */
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
