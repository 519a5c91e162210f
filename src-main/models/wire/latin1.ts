/**
 * Bytes as a text of one character a byte. Quotes, line ends and keys are ASCII, so they can be found in it, and cuts may fall anywhere.
 */

export const latin1Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

export const bytesOf = (latin1: string): Uint8Array => Buffer.from(latin1, "latin1");

/** The text that the bytes encode. */
export const utf8Of = (latin1: string): string => Buffer.from(latin1, "latin1").toString("utf8");

export const latin1OfUtf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
