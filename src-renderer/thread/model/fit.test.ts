import { describe, expect, it } from "vitest";
import { fitOf } from "./fit";

const model = { context_limit: 10_000, max_output: 1000, reserve_tokens: 20_000 };

describe("[MS-2, MS-3] whether a conversation fits a model", () => {
  it("does where it leaves the reserve free, and needs a summary beyond (CP-1)", () => {
    expect(fitOf(8999, model)).toBe("fits");
    expect(fitOf(9000, model)).toBe("summarise");
    expect(fitOf(1_000_000, model)).toBe("summarise");
  });

  it("counts the message that is being written, which no summary makes shorter", () => {
    expect(fitOf(8000, model, 3000)).toBe("fits");
    expect(fitOf(8000, model, 4000)).toBe("summarise");
    expect(fitOf(8000, model, 28_000)).toBe("summarise");
    expect(fitOf(8000, model, 29_000)).toBe("too-large");
    expect(fitOf(0, model, 29_000)).toBe("fits");
    expect(fitOf(0, model, 40_000)).toBe("too-large");
  });

  it("is too large for a window in which no conversation has room, once it has outgrown it", () => {
    expect(fitOf(1000, { ...model, context_limit: 2000 })).toBe("fits");
    expect(fitOf(1600, { ...model, context_limit: 2000 })).toBe("too-large");
    expect(fitOf(1600, { ...model, context_limit: 2001 })).toBe("summarise");
  });

  it("[CP-8] fits up to the limit, and not beyond, where nothing is summarised by itself", () => {
    expect(fitOf(9999, { ...model, kept_whole: true })).toBe("fits");
    expect(fitOf(10_000, { ...model, kept_whole: true })).toBe("too-large");
  });

  it("is unknown where nobody knows the tokens or the limit, which is not zero (TK-5)", () => {
    expect(fitOf(null, model)).toBe("unknown");
    expect(fitOf(undefined, model)).toBe("unknown");
    expect(fitOf(5, { reserve_tokens: 20_000 })).toBe("unknown");
  });
});
