/** The worker that draws blocks of Markdown, their formulas included. */
import { type BlockToDraw, type DrawnBlock, drawBlock, type Formulas, mayHoldFormulas } from "./draw";
import { serve } from "./serve";

let formulas: Formulas | undefined;

serve<BlockToDraw, DrawnBlock>({
  prepare: (block) =>
    formulas === undefined && mayHoldFormulas(block)
      ? import("./formula").then((module) => {
          formulas = module;
        })
      : undefined,
  work: (block) => drawBlock(block, formulas),
});
