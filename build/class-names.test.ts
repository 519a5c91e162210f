// A class name is no import, so no layer rule sees that a feature knows another one by it. A look that several folders use has a home on a
// floor below them.
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../src-renderer");

/** These two go through the whole window: what moves, and what the reader's needs change. They give no class a home. */
const WHOLE_WINDOW = ["ui/motion.css", "app/styles/preferences.css"];

/** Returns `features/chat` for a file of that feature, and `ui`, `thread`, `app` or `app/styles` for others. */
function folderOf(path: string): string {
  const [top = "", next = ""] = path.split("/");
  return top === "features" || next === "styles" ? `${top}/${next}` : top;
}

const isShared = (folder: string) => ["ui", "thread", "app/styles"].includes(folder);

const matchesOf = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** Returns the classes in the selectors of a style sheet. */
function classesStyled(css: string): Set<string> {
  const selectors = matchesOf(/([^{};]+)\{/g, css.replaceAll(/\/\*.*?\*\//gs, ""));
  return new Set(selectors.flatMap((selector) => matchesOf(/\.([a-z][\w-]*)/gi, selector)));
}

/** Returns the text from an opening brace to the one that closes it. */
function braced(text: string): string {
  let depth = 0;
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

/** Returns the words of the literal strings that a component gives as `className`, as an attribute or as a property. */
function classesUsed(code: string): Set<string> {
  const given = [...code.matchAll(/className(?:=|: )(?=(["{`]))/g)].map(({ 0: name, 1: opens, index }) => {
    const value = code.slice(index + name.length);
    // A string with which a value is compared is no class.
    if (opens === "{") return braced(value).replaceAll(/[=!]== "[^"]*"/g, "");
    return value.slice(0, value.indexOf(opens ?? "", 1) + 1);
  });
  const strings = given.flatMap((value) => matchesOf(/["`]([^"`]*)["`]/g, value));
  return new Set(strings.flatMap((words) => words.split(/[\s${}]+/)).filter((word) => word !== ""));
}

/** @param files the text of each file by its path in src-renderer */
function strangers(files: Record<string, string>): string[] {
  const all = Object.entries(files);
  const homes = new Map<string, Set<string>>();
  for (const [path, css] of all) {
    if (!path.endsWith(".css") || WHOLE_WINDOW.includes(path)) continue;
    for (const name of classesStyled(css))
      homes.set(name, (homes.get(name) ?? new Set()).add(folderOf(path)));
  }
  return all.flatMap(([path, code]) => {
    if (!path.endsWith(".tsx")) return [];
    return [...classesUsed(code)].flatMap((name) => {
      const styled = [...(homes.get(name) ?? [])];
      if (styled.some(isShared)) return [];
      return styled
        .filter((folder) => folder !== folderOf(path))
        .map((folder) => `.${name} of ${folder} in ${path}`);
    });
  });
}

test("a class that another feature styles is found, in all ways to give it", () => {
  const found = strangers({
    "ui/button.css": ".button:hover { color: red }",
    "ui/motion.css": "@starting-style { .find-bar, .b-room { opacity: 0 } }",
    "ui/card.tsx": '<p className="b-room" />',
    "app/frame/frame.css": ".frame { flex: 1.5 }",
    "features/a/a.css":
      "/* .comment {} */ @container (width < 1.5em) { .a-own, .a-list .button, .a-row:has(> .a-mark) { margin: 0 } }",
    "features/a/a.tsx": '<p className="a-list button frame comment" title="b-room" />',
    "features/b/deep/b.css": ".b-room { margin: 0 }",
    "features/b/deep/b.tsx":
      '<p className={state === "a-own" ? "button a-list" : `b-room a-row`} {...{ className: "a-mark" }} />',
    "features/b/own.tsx": '<p className={late(() => { return "b-room"; })} title="a-list" />',
  });
  expect(found).toEqual([
    ".b-room of features/b in ui/card.tsx",
    ".frame of app in features/a/a.tsx",
    ".a-list of features/a in features/b/deep/b.tsx",
    ".a-row of features/a in features/b/deep/b.tsx",
    ".a-mark of features/a in features/b/deep/b.tsx",
  ]);
});

test("the style sheet of a feature speaks of no other one's element, also where that is styled at home", () => {
  const found = strangers({
    "features/a/a.css": ".a-list { margin: 0 }",
    "features/a/a.tsx": '<p className="a-list" />',
    "features/b/b.css": ".b-room > .a-list { margin: 1px }",
  });
  expect(found).toEqual([".a-list of features/b in features/a/a.tsx"]);
});

test("features share no class name but those of the floors below", () => {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => /\.(css|tsx)$/.test(path) && !path.startsWith("public/"));
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  expect(strangers(files)).toEqual([]);
});
