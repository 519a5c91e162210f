import { expect, test } from "vitest";
import everyday from "./everyday-questions.json";
import { type FolderRequest, folderRequest } from "./folder-requests";

type Deed = Omit<FolderRequest, "language">;
const glob = (path?: string): Deed => ({
  tool: "glob",
  input: { pattern: "*", ...(path && { path }) },
});
const read = (path: string): Deed => ({ tool: "read", input: { path } });
const grep = (pattern: string, path?: string): Deed => ({
  tool: "grep",
  input: { pattern, ...(path && { path }) },
});

test.each<[string, Deed]>([
  ["list the files", glob()],
  ["List all files.", glob()],
  ["please show me the files in src", glob("src")],
  ["Show my files in the folder", glob()],
  ["Liste die Dateien auf", glob()],
  ["Zeig mir alle Dateien im Ordner", glob()],
  ["zeige die Dateien in `src/app`", glob("src/app")],
  ["read README.md", read("README.md")],
  ["Read README", read("README")],
  ["show me the file src/index.ts.", read("src/index.ts")],
  ["open `notes.txt`", read("notes.txt")],
  ["Lies README.md", read("README.md")],
  ["Öffne die Datei „notes.txt“", read("notes.txt")],
  ["Lies LICENSE vor", read("LICENSE")],
  ["find TODO", grep("TODO")],
  ["search for 'two words' in src", grep("two words", "src")],
  ["find createServer(", grep("createServer\\(")],
  ["Suche nach TODO", grep("TODO")],
  ["finde „zwei Wörter“ im Projekt", grep("zwei Wörter")],
  ["find `a.b*` in lib/x", grep("a\\.b\\*", "lib/x")],
  ['write "Hello" to note.txt', { tool: "write", input: { path: "note.txt", content: "Hello\n" } }],
  ["Schreibe „Hallo“ in notiz.txt", { tool: "write", input: { path: "notiz.txt", content: "Hallo\n" } }],
  ["run `sort notes.txt | uniq`", { tool: "bash", input: { command: "sort notes.txt | uniq" } }],
  ["Führe `ls -l` aus", { tool: "bash", input: { command: "ls -l" } }],
])("%s", (text, deed) => {
  const language = /^(liste|zeig|lies|öffne|suche|finde |schreibe|führe)/i.test(text)
    ? expect.any(String)
    : "en";
  expect(folderRequest(text)).toEqual({ language, ...deed });
});

test.each([
  "",
  "find a session",
  "search all my chats",
  "open settings",
  "show me everything",
  "read aloud",
  "run a command",
  "run ls",
  "write a poem",
  "list the files of a session that I deleted last week",
  "read README.md\nand then tell me what it says",
  `read ${"x/".repeat(300)}`,
  "How do I read a file?",
  "Wie finde ich eine Datei?",
  "suche in allen Sitzungen",
])("no request: %s", (text) => {
  expect(folderRequest(text)).toBeUndefined();
});

test("no everyday question is taken for a request", () => {
  const taken = everyday
    .flatMap(({ en, de }) => [en, de])
    .filter((text) => folderRequest(text) !== undefined);
  expect(taken).toEqual([]);
});
