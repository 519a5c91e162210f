import { APICallError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { BraidError } from "../braid-error";
import { askWilling } from "./ask-willing";

const model = (model_id: string): ModelRef => ({ provider_id: "p", model_id });
const [SMALL, OWN] = [model("small"), model("own")];

const answered = (statusCode: number, message: string) =>
  new APICallError({ message, url: "", requestBodyValues: {}, statusCode });
const missing = () => answered(404, "The model does not exist");

/** Asks both models; each fails with its error, or answers with its name. */
function asking(errors: Record<string, () => unknown>, signal = new AbortController().signal) {
  const asked: string[] = [];
  const noted: ModelRef[] = [];
  const said = askWilling(
    { note_refusal: (ref) => noted.push(ref) },
    {
      refs: [SMALL, OWN],
      signal,
      choose: ([ref]) => ref && { ref },
      ask: async ({ ref: { model_id } }) => {
        asked.push(model_id);
        const error = errors[model_id]?.();
        if (error !== undefined) throw error;
        return model_id;
      },
    },
  );
  return { said, asked, noted };
}

test.each([
  ["it does not know", missing, [SMALL]],
  ["this key may not use", () => answered(403, "No access to this model"), [SMALL]],
  ["refuses a part of the request", () => answered(400, "'temperature' is not supported"), []],
  ["cannot read so much", () => answered(400, "maximum context length is 8192 tokens"), []],
  ["does not answer as its wire demands", () => answered(200, "Invalid JSON"), []],
])("a model that %s gives way to the next", async (_, error, noted) => {
  const asking_both = asking({ small: error });
  expect(await asking_both.said).toBe("own");
  expect(asking_both).toMatchObject({ asked: ["small", "own"], noted });
});

test.each([
  ["is busy", () => answered(503, "Overloaded")],
  ["is silent", () => new BraidError("PROVIDER_STALLED", "Silent.")],
  ["cannot be accounted for", () => new BraidError("STORE_UNAVAILABLE", "The disk is full.")],
])("a failure that %s is no refusal", async (_, error) => {
  const asking_both = asking({ small: error });
  await expect(asking_both.said).rejects.toThrow();
  expect(asking_both).toMatchObject({ asked: ["small"], noted: [] });
});

test("where all refuse, the last failure is told and nobody is noted: the key may be the cause", async () => {
  const asking_both = asking({ small: missing, own: () => answered(401, "Bad key") });
  await expect(asking_both.said).rejects.toThrow("Bad key");
  expect(asking_both).toMatchObject({ asked: ["small", "own"], noted: [] });
});

test("whoever stops it asks nobody else", async () => {
  const stopped = new AbortController();
  const reason = new BraidError("RUN_ABORTED", "Stopped.");
  const error = () => {
    stopped.abort(reason);
    return missing();
  };
  const asking_both = asking({ small: error }, stopped.signal);
  await expect(asking_both.said).rejects.toBe(reason);
  expect(asking_both.asked).toEqual(["small"]);
});
