// Puts each style sheet of the window into a cascade layer named by its folder, so that the order of rules does not depend on the order of
// imports. src-renderer/app/styles/layers.css names the layers in order; no other sheet mentions them.
import { relative, sep } from "node:path";

/** The sheets of this folder have a layer each: some come before all others, some after them. */
const OWN = /^app\/styles\/(\w+)\.css$/;

/**
 * @param {string} root the window's folder
 * @param {string} file a style sheet of it, or of a package
 * @returns {string | undefined} its layer; undefined for the sheet that names the order
 */
export function layerOf(root, file) {
  const path = relative(root, file).split(sep).join("/");
  if (path.startsWith("..")) return "vendor";
  const own = OWN.exec(path)?.[1] ?? path.split("/")[0];
  return own === "layers" ? undefined : own;
}

/**
 * @param {string} root the window's folder
 * @returns {import("vite").Plugin}
 */
export function cssLayers(root) {
  return {
    name: "css-layers",
    enforce: "pre",
    transform: {
      filter: { id: /\.css$/ },
      handler(code, id) {
        const layer = layerOf(root, id);
        return layer === undefined ? null : { code: `@layer ${layer} {\n${code}\n}`, map: null };
      },
    },
  };
}
