import { describe, expect, it } from "vitest";
import { parseLaunchFlags } from "./launch-flags";

describe("launch flags", () => {
  const parse = (args: string[], env = {}) => parseLaunchFlags(["electron", ...args], env, "/home/me");

  it("reads both spellings of a flag, relative to where the app was started", () => {
    expect(parse([".", "--data-dir", "data", "--workspace=/work"])).toEqual({
      data_dir: "/home/me/data",
      workspace_root: "/work",
    });
  });

  it("takes the data folder of the environment, a flag first", () => {
    expect(parse([], { BRAID_DATA_DIR: "/env" })).toEqual({ data_dir: "/env" });
    expect(parse(["--data-dir=/flag"], { BRAID_DATA_DIR: "/env" })).toEqual({ data_dir: "/flag" });
  });

  it("passes over the flags of Chromium and of test drivers", () => {
    expect(parse(["--inspect=0", "--no-sandbox", "--remote-debugging-port=0", "out/main/index.js"])).toEqual(
      {},
    );
  });

  it("treats a flag without a value as absent", () => {
    expect(parse(["--smoke"])).toEqual({});
  });
});
