/** Parses commands with the grammar of bash, into plain trees that outlive the parser (PM-4). */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Parser, TreeCursor } from "web-tree-sitter";

export interface ShellNode {
  /** The name of the rule, or the token itself. */
  type: string;
  /** A rule, not a token. */
  named: boolean;
  /** The part that it has in its parent. */
  field: string | null;
  start: number;
  end: number;
  text: string;
  children: ShellNode[];
}

export interface ShellTree {
  root: ShellNode;
  /** Parts of the text are not understood: the tree proves nothing. */
  broken: boolean;
}

export type ParseShell = (text: string) => ShellTree;

/** Milliseconds: some texts have very many readings. */
const PARSE_LIMIT_MS = 50;
const NODES = 10_000;
/** Levels of a tree. Recursive functions that read it go down as far. */
const DEPTH = 150;
/** The grammar's code is compiled when it first runs, which can take longer than the limit. This text runs what most commands need. */
const USUAL =
  'for f in a; do if [ -f "$f" ]; then cat "$f" | sort > "x $(date)" && echo $((1 + 2)); fi; done 2>&1';

const packages = createRequire(import.meta.url);
const wasm = (file: string): Promise<Buffer> => readFile(packages.resolve(file));

let loading: Promise<ParseShell> | undefined;

/** Loads the grammar once for the process. A failure is not kept: the next call tries again. @throws where a file of the grammar is missing */
export function loadParser(): Promise<ParseShell> {
  loading ??= createParser().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function createParser(): Promise<ParseShell> {
  const { Language, Parser } = await import("web-tree-sitter");
  // The bundle holds the code of the library, not its file of WebAssembly.
  const wasmBinary = await wasm("web-tree-sitter/web-tree-sitter.wasm");
  await Parser.init({ wasmBinary });
  const language = await Language.load(await wasm("tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser().setLanguage(language);
  parser.parse(USUAL)?.delete();
  return (text) => parseWith(parser, text);
}

const emptyTree = (text: string): ShellTree => ({
  root: { type: "program", named: true, field: null, start: 0, end: text.length, text, children: [] },
  broken: true,
});

function parseWith(parser: Parser, text: string): ShellTree {
  const begun = performance.now();
  const progressCallback = (): boolean => performance.now() - begun > PARSE_LIMIT_MS;
  const tree = parser.parse(text, null, { progressCallback });
  if (tree === null) {
    // The parser would go on with this text otherwise.
    parser.reset();
    return emptyTree(text);
  }
  const cursor = tree.walk();
  try {
    return { root: copyOf(cursor, text), broken: tree.rootNode.hasError };
  } catch (error) {
    if (error instanceof TooLarge) return emptyTree(text);
    throw error;
  } finally {
    cursor.delete();
    tree.delete();
  }
}

class TooLarge extends Error {}

function copyOf(cursor: TreeCursor, source: string): ShellNode {
  let nodes = 0;
  const copy = (depth: number): ShellNode => {
    if (++nodes > NODES || depth > DEPTH) throw new TooLarge();
    const { nodeType: type, nodeIsNamed: named, startIndex: start, endIndex: end } = cursor;
    const field = cursor.currentFieldName;
    const text = source.slice(start, end);
    const children: ShellNode[] = [];
    if (cursor.gotoFirstChild()) {
      do children.push(copy(depth + 1));
      while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    return { type, named, field, start, end, text, children };
  };
  return copy(0);
}
