import { describe, expect, it, vi } from "vitest";

vi.mock("electron", () => ({ protocol: {}, app: {}, shell: {} }));
const { fileOf } = await import("./protocol");
const { externalAddress } = await import("./security");

describe("what app:// serves", () => {
  it("is files of the built page", () => {
    expect(fileOf("/app/out/renderer", "app://braid/assets/index.js")).toBe(
      "/app/out/renderer/assets/index.js",
    );
  });

  it.each([
    ["another host", "app://elsewhere/index.html"],
    ["an encoded way up", "app://braid/%2e%2e%2fmain%2findex.js"],
    ["a doubly dotted way up", "app://braid/..%2f..%2fpackage.js"],
    ["a sibling that begins with the same name", "app://braid/..%2frenderer-secret%2fx.js"],
    ["a backslash", "app://braid/..%5cmain%5cindex.js"],
    ["a null byte", "app://braid/index.html%00.png"],
    ["a type that is never shipped", "app://braid/settings.json"],
    ["a name that is no name", "app://braid/%E0%A4%A"],
  ])("refuses %s", (_, url) => {
    expect(fileOf("/app/out/renderer", url)).toBeUndefined();
  });
});

describe("which links leave the app", () => {
  it.each(["https://example.org/", "http://example.org/a?b=c", "mailto:me@example.org"])("%s does", (url) => {
    expect(externalAddress(url)).toBe(url);
  });

  it.each([
    "file:///etc/passwd",
    "javascript:alert(1)",
    "smb://server/share",
    "vscode://file/x",
    "app://braid/index.html",
    "https://bank.example@evil.example/",
    "not a url",
    "",
  ])("%s does not", (url) => {
    expect(externalAddress(url)).toBeUndefined();
  });
});
