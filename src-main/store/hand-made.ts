/** The verbs of what users make by hand beside the conversation, with the code that is read when one of them is first asked for. */
import { type HandMade, through, type Verbs } from "./verbs";

const HAND_MADE = [
  "hasMessage",
  "addLabel",
  "removeLabel",
  "renameLabel",
  "labelsOf",
  "labelNames",
  "labelledMessages",
  "undoRename",
  "labelPlaces",
  "removePrompt",
] as const satisfies (keyof HandMade)[];

/** Labels, and what was taken out of the prompt history: the first that is asked for loads the code. */
export function handMade({ using }: Pick<Verbs, "using">): HandMade {
  return through<HandMade>(HAND_MADE, async (name, args) => {
    const { handMadeVerbs } = await import("./transcript/hand-made");
    return using((connection) => Reflect.apply(handMadeVerbs(connection)[name], undefined, args));
  });
}
