// A sheet in a layer that nobody named would win over all others.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { layerOf } from "./css-layers.mjs";

const root = join(import.meta.dirname, "../src-renderer");
const order = readFileSync(join(root, "app/styles/layers.css"), "utf8");
const named = (/@layer ([^;]+);/.exec(order)?.[1] ?? "").split(", ");

it("each style sheet of the window has the layer of its folder, one that is named in their order", () => {
  const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".css") && !file.startsWith("public"),
  );
  const layers = sheets.map((file) => layerOf(root, join(root, file)));
  expect(new Set(layers.filter((layer) => layer !== undefined))).toEqual(
    new Set(named.filter((layer) => layer !== "vendor")),
  );
  expect(sheets.filter((_, index) => layers[index] === undefined)).toEqual(["app/styles/layers.css"]);
});

it("the reader's preferences have the last word, and packages the first", () => {
  expect([named[0], named.at(-1)]).toEqual(["vendor", "preferences"]);
  expect(layerOf(root, join(root, "../node_modules/katex/dist/katex.min.css"))).toBe("vendor");
  expect(layerOf(root, join(root, "app/styles/preferences.css"))).toBe("preferences");
  expect(layerOf(root, join(root, "features/chat/parts/reasoning.css"))).toBe("features");
});
