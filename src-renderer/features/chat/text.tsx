/** Words, as text: nothing of what a model says is ever read as markup. Blocks that are done are not laid out again. */
import { memo, useState } from "react";
import { TextBlocks } from "./text-blocks";

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <div className="text-block" dir="auto">
      {text}
    </div>
  );
});

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
      {blocks.of(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever follow each other; their place is what they are.
        <Block key={index} text={block} />
      ))}
    </div>
  );
});
