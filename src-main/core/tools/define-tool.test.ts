import { expect, it, test } from "vitest";
import { z } from "zod";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { defineTool } from "./define-tool";

const signal = new AbortController().signal;
const session_id = "ses_one" as SessionId;
const context = { session_id, signal, tool_call_id: "1", report: () => {} };

const tool = defineTool({
  name: "count",
  description: "Counts.",
  schema: z.strictObject({
    text: z
      .string()
      .min(1)
      .regex(/^\P{Surrogate}*$/u),
    times: z.int().min(1).optional(),
    list: z.array(z.strictObject({ kind: z.enum(["a", "b"]) })).optional(),
  }),
  example: { text: "one" },
  check: async () => ({ needs: [] }),
  run: async ({ text, times = 1 }) => ({ text: `${text} ${times}` }),
});

/** The text of the error with which `run` fails. */
const failure = async (run: () => Promise<unknown> | undefined): Promise<string> => {
  try {
    await run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("It did not fail.");
};

const BAD: [name: string, input: unknown, words: string[]][] = [
  ["null", null, ["the whole input", "expected object", "received null"]],
  ["nothing", undefined, ["the whole input", "expected object", "received nothing"]],
  ["a list", [1, 2], ["the whole input", "expected object", "received a list of 2"]],
  ["text", '{"text": "x"}', ["the whole input", "expected object", 'received the text "{\\"text']],
  ["a field missing", { times: 1 }, ["`text`", "expected string", "received nothing"]],
  ["a field of another type", { text: 7 }, ["`text`", "expected string", "received 7"]],
  ["null in a field that must be there", { text: null }, ["`text`", "expected string", "received null"]],
  ["a number too small", { text: "x", times: 0 }, ["`times`", ">=1", "received 0"]],
  [
    "a field deep inside",
    { text: "x", list: [{ kind: "a" }, { kind: "c" }] },
    ["`list.1.kind`", '"a"|"b"', '"c"'],
  ],
  ["a field that there is not", { text: "x", tmes: 3 }, ['"tmes"', "Leave it out"]],
];

test.each(BAD)(
  "[AG-1c] bad input tells the model which field, what is expected, what came: %s",
  async (_, input, words) => {
    for (const run of [() => tool.check?.(input, context), () => tool.execute(input, context)]) {
      const text = await failure(run);
      for (const word of [...words, '"count"', 'An input that works: {"text":"one"}'])
        expect(text).toContain(word);
    }
  },
);

it("[AG-1] an error stays short, however long and wrong the input is", async () => {
  const list = Array.from({ length: 5000 }, () => ({ kind: "x".repeat(5000) }));
  const error = await failure(() => tool.execute({ text: "x", list }, context));
  expect(error).toContain("and 4995 more");
  expect(error.length).toBeLessThan(3000);
});

it("[AG-1] a result carries its time; null stands for a field left out", async () => {
  expect(await tool.execute({ text: "x", times: null }, context)).toEqual({
    text: "x 1",
    ms: expect.any(Number),
  });
});

it("[AG-1a] the schema for the model is small", () => {
  expect(tool.input_schema).toMatchObject({
    type: "object",
    required: ["text"],
    additionalProperties: false,
  });
  expect(JSON.stringify(tool.input_schema)).not.toMatch(/\$schema|pattern|9007199254740991/);
});

it("[AG-1] a tool of the folder says that there is none, and gets it where there is one", async () => {
  const inFolder = defineTool({
    name: "where",
    description: "Says where.",
    schema: z.strictObject({}),
    needs_workspace: true,
    check: async (_, { workspace_root }) => ({ needs: [{ permission: "read", target: workspace_root }] }),
    run: async (_, { workspace_root }) => ({ text: workspace_root }),
  });
  await expect(inFolder.check?.({}, context)).rejects.toThrow("This session has no folder");
  await expect(inFolder.execute({}, context)).rejects.toThrow("This session has no folder");
  const place = { ...context, workspace_root: "/somewhere" };
  expect(await inFolder.check?.({}, place)).toEqual({
    needs: [{ permission: "read", target: "/somewhere" }],
  });
  expect(await inFolder.execute({}, place)).toMatchObject({ text: "/somewhere" });
  expect(
    "check" in
      defineTool({ name: "n", description: "", schema: z.strictObject({}), run: async () => ({ text: "" }) }),
  ).toBe(false);
});
