import { expect, it, vi } from "vitest";
import type { DrawDiagram } from "./messages";

const page = vi.hoisted(() => {
  const told: object[] = [];
  const parent = { postMessage: (news: object) => void told.push(news) };
  const place = { scrollHeight: 0, replaceChildren: () => undefined };
  const observer: { tell?: () => void } = {};
  const window = Object.assign(new EventTarget(), { parent, innerWidth: 0 });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", { getElementById: () => place });
  vi.stubGlobal("mermaid", {
    initialize: () => undefined,
    render: () => Promise.resolve({ svg: "<svg></svg>" }),
  });
  // As in a frame that gets no pictures: it calls back when the test says so.
  class Observer {
    constructor(tell: () => void) {
      observer.tell = tell;
    }
    observe = () => undefined;
    disconnect = () => undefined;
  }
  vi.stubGlobal("ResizeObserver", Observer);
  return { told, parent, place, observer, window };
});

vi.mock("./styles-by-script", () => ({
  clearStyles: () => undefined,
  setMarkup: () => undefined,
  setStylesByScript: () => undefined,
}));

await import("./frame");

const colours = { dark: false, ground: "", raised: "", text: "", second: "", line: "", onPalette: "" };
const ask: DrawDiagram = {
  type: "draw",
  turn: 1,
  source: "graph TD",
  colours: { ...colours, palette: [] },
  size: 14,
  bounds: { characters: 100, edges: 1 },
};

it("a diagram's frame says that it has drawn without any picture, and corrects its height with one", async () => {
  page.window.dispatchEvent(Object.assign(new Event("message"), { source: page.parent, data: ask }));
  await vi.waitUntil(() => page.observer.tell !== undefined);
  expect(page.told).toEqual([{ type: "drawn", turn: 1, height: 0 }]);
  page.place.scrollHeight = 156;
  page.observer.tell?.();
  expect(page.told.at(-1)).toEqual({ type: "drawn", turn: 1, height: 156 });
});
