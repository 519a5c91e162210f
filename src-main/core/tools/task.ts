/** The tool `task`: gives a piece of work to a helper, which does it in a session of its own (AG-2). */
import { z } from "zod";
import type { Helpers } from "../ports/helpers";
import { TASK } from "../ports/helpers";
import type { Tool } from "../ports/tools";
import { defineTool } from "./define-tool";
import { capped } from "./output-cap";

const filled = z.string().regex(/\S/, "It is empty");

export function taskTool({ data_dir, helpers }: { data_dir: string; helpers: Helpers }): Tool {
  const names = helpers.agents.map(({ name }) => name);
  const kinds = helpers.agents.map(({ name, description = "" }) => `${name}: ${description}`).join(" ");
  return defineTool({
    name: TASK,
    description: `Gives a piece of work to a helper with a fresh mind, and returns its last answer. Use it for wide searches and for work that would fill this conversation with details. The helper sees nothing of this conversation, so the prompt must hold all that it needs, and say what to answer. Several calls in one step work side by side. ${kinds}`,
    schema: z.strictObject({
      description: filled.max(200).describe("The work in three to six words, shown to the user."),
      prompt: filled.max(100_000).describe("The whole order."),
      agent: z
        .enum(names)
        .optional()
        .describe(`The kind of helper; "${names.at(-1)}" where it is left out.`),
    }),
    example: {
      description: "Find where settings are read",
      prompt: "Find each place that reads settings.json. Answer with paths and line numbers.",
      agent: "explore",
    },
    run: async ({ agent = names.at(-1) ?? "", description, prompt }, context) => {
      const { text, session_id, ...took } = await helpers.run({ agent, description, prompt }, context);
      return { ...(await capped(data_dir, context, text)), session_id, helper: { agent, ...took } };
    },
  });
}
