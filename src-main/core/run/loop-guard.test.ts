import { describe, expect, it } from "vitest";
import { createLoopGuard } from "./loop-guard";

const call = (input: unknown, tool_name = "read") => ({ tool_name, input });

describe("[RN-4] a model that repeats itself", () => {
  it("[RN-4a, RN-4b] is warned at the third identical call in a row, and stopped at the sixth", () => {
    const guard = createLoopGuard();
    const said = Array.from({ length: 6 }, () => guard([call({ path: "a" })]));
    expect(said).toEqual(["none", "none", "warn", "none", "none", "stop"]);
  });

  it("[RN-4a] counts calls of one step as well as of several", () => {
    expect(createLoopGuard()(Array.from({ length: 3 }, () => call({ path: "a" })))).toBe("warn");
    expect(createLoopGuard()(Array.from({ length: 6 }, () => call({ path: "a" })))).toBe("stop");
  });

  it("begins anew with another input or another tool", () => {
    const guard = createLoopGuard();
    const inputs = ["a", "a", "b", "a", "a"].map((path) => guard([call({ path })]));
    expect(inputs).toEqual(["none", "none", "none", "none", "none"]);
    expect(guard([call({ path: "a" }, "write")])).toBe("none");
    expect(guard([call({ path: "a" }, "write"), call({ path: "a" }, "write")])).toBe("warn");
  });
});
