import { describe, expect, it, vi } from "vitest";

vi.mock("electron", () => ({ protocol: {} }));
const { crashPages, createCrashCount } = await import("./crashes");
const { plainPage } = await import("./plain-page");

describe("[LY-3] a page that crashes", () => {
  it("is loaded again three times in a minute, not a fourth time", () => {
    const count = createCrashCount();
    expect([0, 1000, 2000, 3000].map(count)).toEqual(["again", "again", "again", "too-often"]);
  });

  it("is forgiven after a minute", () => {
    const count = createCrashCount();
    expect([0, 1000, 2000, 60_500].map(count)).toEqual(["again", "again", "again", "again"]);
  });

  it("says in its place what is kept, and offers to load it again", () => {
    const [page] = crashPages.values();
    expect(page?.()).toContain("This window's page failed again".replace("'", "&#39;"));
    expect(page?.()).toContain('<a href="app://braid/index.html" autofocus>Reload</a>');
  });
});

describe("a plain page", () => {
  it("holds nothing but text", () => {
    const html = plainPage({ title: "<script>", paragraphs: ['"><img src=x onerror=alert(1)>'] });
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<img");
  });
});
