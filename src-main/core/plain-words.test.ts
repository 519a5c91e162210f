import { describe, expect, test } from "vitest";
import { BraidError, toErrorInfo } from "./braid-error";
import { inEnglish } from "./english";
import { causesOf, isPlain } from "./plain-words";

describe("words for people", () => {
  test.each([
    "Incorrect API key provided: sk-wrong.",
    "The model `big` does not exist.",
    "Error: 5 < 6 tokens",
    "Überlastet, bitte später.",
    "",
  ])("%j stands in a sentence", (text) => {
    expect(isPlain(text)).toBe(true);
  });

  test.each([
    "connect ECONNREFUSED 127.0.0.1:9",
    "getaddrinfo ENOTFOUND nowhere.example",
    "UND_ERR_SOCKET",
    "net::ERR_CONNECTION_RESET",
    "TypeError: fetch failed",
    "terminated",
    "<html><h1>502</h1>",
    "<!doctype html>",
    ' {"error": {"type": "x"}}',
    "[1, 2]",
    "x\n    at run (file.js:1:2)",
    "No such thing. ".repeat(30),
  ])("%j does not", (text) => {
    expect(isPlain(text)).toBe(false);
  });

  test("what causes an error is listed once each, outermost first", () => {
    const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
    const error = new Error("Cannot connect", { cause: new TypeError("fetch failed", { cause }) });
    expect(causesOf(error)).toBe("Cannot connect\nfetch failed\nUND_ERR_SOCKET: other side closed");
    const refused = Object.assign(new Error("connect ECONNREFUSED ::1"), { code: "ECONNREFUSED" });
    expect(causesOf(new AggregateError([refused, refused]))).toBe("connect ECONNREFUSED ::1");
    expect(causesOf("a string")).toBe("");
  });

  test("an error of a library is told without its words, which stand under the details", () => {
    const info = toErrorInfo(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
    expect(inEnglish(info.message)).toBe("Something in Braid failed.");
    expect(info.details).toBe("fetch failed\nconnect ECONNREFUSED");
    expect(toErrorInfo(new Error("The sky fell"))).not.toHaveProperty("details");
    expect(toErrorInfo(new BraidError("INTERNAL", "No.", { details: "E", mend: "key" }))).toEqual({
      code: "INTERNAL",
      message: "No.",
      mend: "key",
      details: "E",
    });
  });
});
