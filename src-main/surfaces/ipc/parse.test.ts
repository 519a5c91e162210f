import { describe, expect, it } from "vitest";
import { BraidError } from "../../core/braid-error";
import { isOwnPage, parseAck, parseAttachRequest, parseCallName, parseInput } from "./parse";

const SESSION = `ses_${"0".repeat(14)}${"a".repeat(12)}`;

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return error instanceof BraidError ? error.code : String(error);
  }
  return undefined;
}

describe("who may speak", () => {
  it("is the main frame of the page", () => {
    expect(isOwnPage({ origin: "app://braid", parent: null })).toBe(true);
  });

  it.each([
    ["a frame that is gone", null],
    ["a frame inside the page", { origin: "app://braid", parent: {} }],
    ["a host that begins the same", { origin: "app://braid.evil", parent: null }],
    ["another scheme", { origin: "https://braid", parent: null }],
    ["an opaque origin", { origin: "null", parent: null }],
  ])("is not %s", (_, frame) => {
    expect(isOwnPage(frame)).toBe(false);
  });
});

describe("what may be called", () => {
  it.each(["session.drop", "toString", "__proto__", "constructor", "", 3, null, undefined, {}])(
    "is not %j",
    (name) => {
      expect(codeOf(() => parseCallName(name))).toBe("FORBIDDEN");
    },
  );

  it("is what the contract names", () => {
    expect(parseCallName("session.send")).toBe("session.send");
  });
});

describe("input", () => {
  it("is parsed once, to exactly what the contract says", () => {
    expect(parseInput("session.send", { session_id: SESSION, text: "hello" })).toEqual({
      session_id: SESSION,
      text: "hello",
    });
    expect(parseInput("app.info", undefined)).toBeUndefined();
  });

  it.each([
    [{ session_id: "ses_x", text: "hello" }, "session_id"],
    [{ session_id: SESSION, text: "  \n" }, "text"],
    [{ session_id: SESSION, text: "hello", model: { provider_id: "", model_id: "m" } }, "model.provider_id"],
  ])("that is wrong is refused by its path: %j", (input, path) => {
    expect(codeOf(() => parseInput("session.send", input))).toBe("INVALID_INPUT");
    expect(() => parseInput("session.send", input)).toThrow(path);
  });

  it("may hold nothing that was not asked for", () => {
    expect(codeOf(() => parseInput("session.abort", { session_id: SESSION, force: true }))).toBe(
      "INVALID_INPUT",
    );
  });

  it("of an attachment and its acknowledgements is parsed as well", () => {
    expect(parseAttachRequest({ session_id: SESSION, feed_id: "f" })).toEqual({
      session_id: SESSION,
      feed_id: "f",
    });
    expect(codeOf(() => parseAttachRequest({ session_id: SESSION }))).toBe("INVALID_INPUT");
    expect(parseAck({ ack: 3 })).toEqual({ ack: 3 });
    expect(parseAck({ ack: -1 })).toBeUndefined();
    expect(parseAck("3")).toBeUndefined();
  });
});
