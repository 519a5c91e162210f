/** Turns the bytes of a page into text, in the encoding that the server or the page names. */

const UTF_8 = "utf-8";
/** Bytes in which a page must name its encoding. */
const LOOKED_AT = 1024;

const BYTE_ORDER_MARKS: [label: string, bytes: number[]][] = [
  [UTF_8, [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** A name that nobody knows counts as none. */
export function textOf(body: Buffer, content_type: string): string {
  const marked = BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte))?.[0];
  const said = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(content_type)?.[1];
  return decoderFor(marked ?? said ?? namedIn(body)).decode(body);
}

function namedIn(body: Buffer): string | undefined {
  const beginning = body.subarray(0, LOOKED_AT).toString("latin1");
  const label =
    /<meta\s[^>]*?charset\s*=\s*["']?([^\s"'>;/]+)/i.exec(beginning)?.[1] ??
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(beginning)?.[1];
  // A page in UTF-16 could not have named it so that it is read as single bytes.
  return label !== undefined && /^utf-?16/i.test(label) ? UTF_8 : label;
}

function decoderFor(label = UTF_8): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(UTF_8);
  }
}
