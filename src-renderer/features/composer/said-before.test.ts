import { describe, expect, it } from "vitest";
import { SaidBefore } from "./said-before";

/** Pages as the core gives them: an empty one is not the end. */
function walk(...pages: string[][]) {
  const asked = { times: 0 };
  const said = new SaidBefore("", async () => {
    asked.times += 1;
    return pages.shift();
  });
  return { said, asked };
}

describe("what was said before", () => {
  it("comes newest first, over pages and empty pages, repeats left out, and ends", async () => {
    const { said } = walk(["c", "c", "b"], [], ["b", "a"]);
    const seen: (string | undefined)[] = [];
    let shown = "";
    for (let step = 0; step < 4; step++) {
      const text = await said.older(shown);
      seen.push(text);
      shown = text ?? shown;
    }
    expect(seen).toEqual(["c", "b", "a", undefined]);
    expect([said.newer("a"), said.newer("b"), said.newer("c"), said.newer("")]).toEqual([
      "b",
      "c",
      "",
      undefined,
    ]);
    expect(said.walking).toBe(false);
  });

  it("keeps what was edited on the way, and goes back to where it began", async () => {
    const { said } = walk(["b", "a"]);
    await said.older("");
    await said.older("b, edited");
    expect(said.newer("a")).toBe("b, edited");
    expect(said.back()).toBe("");
  });

  it("is asked for once, and takes no step while it is", async () => {
    const { said, asked } = walk(["b", "a"]);
    const both = await Promise.all([said.older(""), said.older("")]);
    expect(both).toEqual(["b", undefined]);
    expect(asked.times).toBe(1);
  });

  it("takes a step the other way at once, and the one that was under way no more", async () => {
    const { said } = walk(["b", "a"], ["z"]);
    await said.older("");
    await said.older("b");
    const under_way = said.older("a");
    expect(said.newer("a")).toBe("b");
    expect(await said.older("b")).toBe("a");
    expect(await under_way).toBeUndefined();
  });

  it("of nobody is nothing", async () => {
    const { said } = walk([], []);
    expect(await said.older("")).toBeUndefined();
    expect(said.walking).toBe(false);
  });

  it("begins anew after a removal: what was typed before stays, so does a text that was changed, and nothing else", async () => {
    const { said } = walk(["c", "b", "a"]);
    await said.older("typed before");
    await said.older("c, changed");
    const pages = [["c", "a"]];
    // "b" is shown, and was removed.
    expect(said.renew("b", async () => pages.shift())).toBe("c, changed");
    expect(await said.older("c, changed")).toBe("c");
    expect(await said.older("c")).toBe("a");
    expect([said.newer("a"), said.newer("c"), said.newer("c, changed")]).toEqual([
      "c",
      "c, changed",
      "typed before",
    ]);
    await said.older("typed before");
    expect(said.renew("c, changed twice", async () => undefined)).toBe("c, changed twice");
    expect(said.back()).toBe("typed before");
  });

  it("drops messages that were asked for before a removal", async () => {
    const answers: ((texts: string[]) => void)[] = [];
    const fetch = () => new Promise<string[]>((resolve) => answers.push(resolve));
    const said = new SaidBefore("typed", fetch);
    const step = said.older("typed");
    said.renew("typed", async () => ["kept"]);
    answers[0]?.(["removed", "kept"]);
    expect(await step).toBe("kept");
  });
});
