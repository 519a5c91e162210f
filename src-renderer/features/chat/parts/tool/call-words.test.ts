import { expect, it } from "vitest";
import type { ToolPart } from "../../../../../src-preload/contract/domain/call-texts";
import { firstLine, newestLine, objectOf } from "./call-words";

const FOLDER = "/home/ada/app";

const call = (name: string, input: unknown, more: object = {}): ToolPart =>
  ({
    type: `tool-${name}`,
    toolCallId: "1",
    state: "input-available",
    input,
    ...more,
  }) as unknown as ToolPart;

it.each([
  ["read", { path: "/home/ada/app/src/a.ts" }, "src/a.ts"],
  ["write", { path: "/etc/hosts", content: "x" }, "/etc/hosts"],
  ["edit", { file_path: "/home/ada/application/a.ts" }, "/home/ada/application/a.ts"],
  ["glob", { pattern: "**/*.ts" }, "**/*.ts"],
  ["grep", { pattern: "a\n  b", path: "src" }, "a b"],
  ["bash", { command: "npm test\nnpm run build" }, "npm test …"],
  ["web_fetch", { url: "https://example.org/" }, "https://example.org/"],
  ["todo", { todos: [] }, ""],
  ["fly", { to: "the moon", fast: true }, "the moon true"],
  ["read", { path: { not: "a path" } }, ""],
  ["bash", null, ""],
  ["fly", undefined, ""],
])("%s says its object: %j", (name, input, object) => {
  expect(objectOf(call(name, input), FOLDER)).toBe(object);
});

it("an input that is still coming in tells its object as soon as it is there", () => {
  const streaming = (input: string) => call("write", input, { state: "input-streaming" });
  expect(objectOf(streaming('{"pa'), FOLDER)).toBe("");
  expect(objectOf(streaming('{"path":"/home/ada/app/\\u0061.ts","content":"let x'), FOLDER)).toBe("a.ts");
  // A path that stands behind a million letters is not looked for.
  expect(objectOf(streaming(`{"content":"${"x".repeat(1e6)}","path":"a"}`), FOLDER)).toBe("");
});

it("a huge input has a short line, and what cannot be seen is named", () => {
  const huge = { text: "x".repeat(1e6), list: Array(1e4).fill("y") };
  expect(objectOf(call("fly", huge), FOLDER).length).toBeLessThanOrEqual(160);
  expect(objectOf(call("bash", { command: "echo \u202egpj.exe" }), FOLDER)).toBe("echo ⟨U+202E⟩gpj.exe");
  expect(firstLine("x".repeat(500))).toHaveLength(161);
});

it("a call that runs shows the newest line of its output", () => {
  const running = (text: string) =>
    call("bash", {}, { state: "output-available", preliminary: true, output: { text } });
  expect(newestLine(running("one\ntwo\n\n"))).toBe("two");
  expect(newestLine(running("10 %\r20 %"))).toBe("20 %");
  expect(newestLine(running(""))).toBe("");
});
