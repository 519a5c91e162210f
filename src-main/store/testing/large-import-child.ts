/** Reads a large made-up export piece by piece, in a process whose memory its parent bounds, and prints what was found. */
import { Broken } from "../exchange/import/broken";
import { Meter, textOf } from "../exchange/import/bytes";
import { documentsIn } from "../exchange/import/documents";
import { FilesBeside } from "../exchange/import/foreign/files";
import { chatGpt, node, root } from "../exchange/testing/foreign";

const [kind = "", megabytes = "1"] = process.argv.slice(2);
const BYTES = Number(megabytes) * 1024 * 1024;
const WORDS = "Words that were said, „Grüße“ among them. ".repeat(20);

function talk(n: number): string {
  const nodes = Array.from({ length: 20 }, (_, at) =>
    node(`n${at}`, at === 0 ? "root" : `n${at - 1}`, at, {
      role: at % 2 === 0 ? "user" : "assistant",
      text: WORDS,
    }),
  );
  return JSON.stringify(chatGpt([root(), ...nodes], { conversation_id: `talk ${n}`, title: `Talk ${n}` }));
}

function* list(): Iterable<string> {
  yield "[";
  for (let n = 0, size = 0; size < BYTES; n++) {
    const text = talk(n);
    size += text.length;
    yield n === 0 ? text : `,${text}`;
  }
  yield "]";
}

function* oneString(before: string): Iterable<string> {
  yield before;
  const piece = "x".repeat(64 * 1024);
  for (let size = 0; size < BYTES; size += piece.length) yield piece;
}

const KINDS: Readonly<Record<string, { name: string; pieces: () => Iterable<string> }>> = {
  list: { name: "conversations.json", pieces: list },
  "one element": { name: "conversations.json", pieces: () => oneString('[{"mapping":{"a":"') },
  "one line": { name: "tree.jsonl", pieces: () => oneString('{"type":"session","id":"') },
};

async function* bytes(pieces: Iterable<string>): AsyncIterable<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

const { name, pieces } = KINDS[kind] ?? { name: "", pieces: () => [] };
const found = { talks: 0, messages: 0, broken: "" };
try {
  const text = () => textOf(bytes(pieces()), new Meter(BYTES), () => false);
  for await (const document of documentsIn(name, text, new FilesBeside([]))) {
    found.talks += 1;
    for await (const item of document.items()) if (item.is === "message") found.messages += 1;
  }
} catch (error) {
  found.broken = error instanceof Broken ? error.reason.key : String(error);
}
console.log(JSON.stringify(found));
