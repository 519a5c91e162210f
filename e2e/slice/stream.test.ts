import { afterEach, describe, expect, test } from "vitest";
import { reply } from "../fixtures/provider/script";
import { asJson, reduceBySdk } from "../fixtures/sdk-reducer";
import { removeSlice, type Slice, startSlice, textOf, type WireType } from "./slice";

let slice: Slice;
afterEach(() => removeSlice(slice));

const WIRES: WireType[] = ["openai-compatible", "anthropic"];

describe.each(WIRES)("on the %s wire", (wire) => {
  test("an answer streams in, is stored, and the session is idle again", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply("Hel", "lo ", "there."));
    const { session_id } = slice.ask();
    const answer = await slice.rest(session_id);
    expect(textOf(answer)).toBe("Hello there.");
    expect(answer.metadata.finish_reason).toBe("stop");
    expect(slice.service.sessions.status({ session_id })).toEqual({ state: "idle" });
  });

  test("[LY-4c] what a window ends up with is what the database gives", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply("Hel", "lo ", "there."));
    const { session_id } = slice.ask();
    const watcher = slice.watch(session_id);
    await watcher.rest();
    const stored = slice.messages(session_id).at(-1);
    if (stored === undefined) throw new Error("nothing stored");
    const { id, role, metadata, parts } = stored;
    expect(await reduceBySdk(watcher.chunksOf(id))).toEqual(asJson({ id, role, metadata, parts }));
  });

  test("[SV-1] the user's message is stored before the model is asked", async () => {
    slice = await startSlice({ wire });
    let storedThen: string[] = [];
    slice.provider.respond(() => {
      storedThen = slice.messages(session_id).map(textOf);
      return reply("Yes.");
    });
    const { session_id } = slice.ask("Are you there?");
    await slice.rest(session_id);
    expect(storedThen[0]).toBe("Are you there?");
  });

  test("a second message goes out with the first exchange before it", async () => {
    slice = await startSlice({ wire });
    slice.provider.enqueue(reply("One."), reply("Two."));
    const { session_id } = slice.ask("First?");
    await slice.rest(session_id);
    slice.send({ session_id, text: "Second?" });
    expect(textOf(await slice.rest(session_id))).toBe("Two.");
    expect(slice.messages(session_id).map(textOf)).toEqual(["First?", "One.", "Second?", "Two."]);
    const body = slice.provider.requests[1]?.rawBody ?? "";
    expect(body.indexOf("First?")).toBeLessThan(body.indexOf("One."));
    expect(body.indexOf("One.")).toBeLessThan(body.indexOf("Second?"));
  });
});
