import { describe, expect, it, vi } from "vitest";

vi.mock("electron", () => ({ protocol: {}, app: {}, shell: {} }));
const { fileOf, pictureIn } = await import("./protocol");
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

describe("[AG-7] the address of a picture", () => {
  const hash = "0123456789abcdef".repeat(4);

  it("names it by its hash alone", () => {
    expect(pictureIn(`app://braid/blob/${hash}`)).toBe(hash);
  });

  it.each([
    `app://elsewhere/blob/${hash}`,
    `app://braid/blob/${hash}?x`,
    `app://braid/blob/${hash}/..`,
    `app://braid/blob/${hash.toUpperCase()}`,
    "app://braid/blob/..%2fsecret",
    "app://braid/index.html",
  ])("is not %s", (url) => {
    expect(pictureIn(url)).toBeUndefined();
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

describe("a mail that is begun", () => {
  it.each([
    ["mailto:a@example.org", "mailto:a@example.org"],
    ["mailto:a@example.org,b@example.org", "mailto:a@example.org,b@example.org"],
    [
      "mailto:a@example.org?subject=Hi%20there&body=One%20%26%20two",
      "mailto:a@example.org?subject=Hi%20there&body=One%20%26%20two",
    ],
    [
      "mailto:a@example.org?attach=/etc/passwd&attachment=x&cc=b@c&bcc=d@e&in-reply-to=1",
      "mailto:a@example.org",
    ],
    ["mailto:a@example.org?subject=x&ATTACH=/etc/passwd", "mailto:a@example.org?subject=x"],
    [
      "mailto:a@example.org?subject=x%0D%0ABcc:%20evil@example.org",
      "mailto:a@example.org?subject=x%20Bcc%3A%20evil%40example.org",
    ],
    ["mailto:a@example.org%0ABcc:evil@example.org", "mailto:a@example.org%20Bcc%3Aevil@example.org"],
    ["mailto:a@example.org?body=1%0A2%E2%80%A83", "mailto:a@example.org?body=1%202%203"],
    ["mailto:a%3Fattach=/etc/passwd@example.org", "mailto:a%3Fattach%3D%2Fetc%2Fpasswd@example.org"],
    ["mailto:?subject=x", "mailto:?subject=x"],
  ])("%s", (asked, handed) => {
    expect(externalAddress(asked)).toBe(handed);
  });

  it("is none where its address cannot be read", () => {
    expect(externalAddress("mailto:%E0%A4%A")).toBeUndefined();
  });
});
