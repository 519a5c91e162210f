import { describe, expect, it, vi } from "vitest";

vi.mock("electron", () => ({ protocol: {} }));
const { crashPages, createPauses } = await import("./crashes");
const { plainPage } = await import("../startup/plain-page");

describe("[LY-3] a page that crashes", () => {
  it("is loaded again at once three times in a minute, and then after a pause, always", () => {
    const pauseOf = createPauses();
    const pauses = [0, 1000, 2000, 3000, 4000, 30_000].map(pauseOf);
    expect(pauses).toEqual([0, 0, 0, 3000, 3000, 3000]);
  });

  it("is forgiven after a minute", () => {
    const pauseOf = createPauses();
    expect([0, 1000, 2000, 60_500].map(pauseOf)).toEqual([0, 0, 0, 0]);
  });

  it("says in its place what is kept, and offers to load it again", () => {
    const [page] = crashPages.values();
    expect(page?.()).toContain("This window's page failed again".replace("'", "&#39;"));
    expect(page?.()).toContain('<a href="app://braid/index.html" autofocus>Reload now</a>');
  });
});

describe("a plain page", () => {
  it("holds nothing but text", () => {
    const html = plainPage({ title: "<script>", paragraphs: ['"><img src=x onerror=alert(1)>'] });
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<img");
  });
});
