/** The worker that colours code. */
import { type CodeToColour, type ColouredCode, Colours } from "./colour";
import { serve } from "./serve";

const colours = new Colours();

serve<CodeToColour, ColouredCode>({
  prepare: (code) => colours.prepare(code),
  work: (code) => colours.colour(code),
});
