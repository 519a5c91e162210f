import { describe, expect, it, vi } from "vitest";

const switches = new Map<string, string>();
vi.mock("electron", () => ({
  app: {
    commandLine: {
      getSwitchValue: (name: string) => switches.get(name) ?? "",
      appendSwitch: (name: string, value: string) => switches.set(name, value),
    },
  },
}));
const { leaveAThreadFree } = await import("./compile-threads");

const LIMITS =
  "--no-concurrent-sparkplug --concurrent-maglev-max-threads=1 --concurrent-turbofan-max-threads=1";

describe("the threads of a page that compile", () => {
  it("are limited", () => {
    switches.clear();
    leaveAThreadFree();
    expect(switches.get("js-flags")).toBe(LIMITS);
  });

  it("are limited also where V8 was told something else at the start", () => {
    switches.set("js-flags", "--expose-gc");
    leaveAThreadFree();
    expect(switches.get("js-flags")).toBe(`--expose-gc ${LIMITS}`);
  });
});
