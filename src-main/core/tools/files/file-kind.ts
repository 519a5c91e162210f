/** Names the kind of a file that is no text, by its first bytes. */

/** Bytes of a file's start that are looked at. */
export const LOOKED_AT = 8192;

/** Hex digits at the start of a file, and what it is then. `..` stands for any byte. */
const STARTS: readonly [start: string, kind: string][] = [
  ["89504e470d0a1a0a", "an image (image/png)"],
  ["ffd8ff", "an image (image/jpeg)"],
  ["474946383761", "an image (image/gif)"],
  ["474946383961", "an image (image/gif)"],
  ["52494646........57454250", "an image (image/webp)"],
  ["424d............0000", "an image (image/bmp)"],
  ["49492a00", "an image (image/tiff)"],
  ["4d4d002a", "an image (image/tiff)"],
  ["00000100", "an image (image/x-icon)"],
  ["........6674797061766966", "an image (image/avif)"],
  ["........6674797068656963", "an image (image/heic)"],
  ["255044462d", "a PDF document (application/pdf)"],
  ["504b0304", "a ZIP archive, or an office document (application/zip)"],
  ["1f8b", "a gzip archive (application/gzip)"],
  ["28b52ffd", "a Zstandard archive (application/zstd)"],
  ["fd377a585a00", "an XZ archive (application/x-xz)"],
  ["425a68", "a bzip2 archive (application/x-bzip2)"],
  ["377abcaf271c", "a 7z archive (application/x-7z-compressed)"],
  ["7f454c46", "a program or library (ELF)"],
  ["4d5a", "a program or library (Windows)"],
  ["cffaedfe", "a program or library (Mach-O)"],
  ["cafebabe", "a Java class, or a program (Mach-O)"],
  ["0061736d", "a WebAssembly module (application/wasm)"],
  ["53514c69746520666f726d61742033", "a SQLite database"],
  ["........66747970", "a video or sound (video/mp4)"],
  ["1a45dfa3", "a video (video/webm or video/matroska)"],
  ["4f676753", "a sound or video (application/ogg)"],
  ["494433", "a sound (audio/mpeg)"],
  ["664c6143", "a sound (audio/flac)"],
  ["52494646........57415645", "a sound (audio/wav)"],
  ["774f4632", "a font (font/woff2)"],
  ["774f4646", "a font (font/woff)"],
  ["0001000000", "a font (font/ttf)"],
];

/**
 * Returns the kind of a file that is no text, or undefined for text. A zero byte tells it, because no text has one; a known start alone does
 * not, because a text may begin with `BM` or `MZ`.
 * @param start its first bytes, at most `LOOKED_AT`, without the mark of UTF-16
 */
export function binaryKind(start: Buffer): string | undefined {
  const known = STARTS.find(([digits]) => beginsWith(start, digits));
  const is_binary = start.includes(0) || controlShare(start) > MOST_CONTROLS;
  if (known !== undefined && (is_binary || known[1].startsWith("a PDF"))) return known[1];
  return is_binary ? "no text, of an unknown kind (application/octet-stream)" : undefined;
}

function beginsWith(start: Buffer, digits: string): boolean {
  for (let at = 0; at < digits.length; at += 2) {
    const wanted = digits.slice(at, at + 2);
    if (wanted !== ".." && start[at / 2] !== Number.parseInt(wanted, 16)) return false;
  }
  return true;
}

/** Text has tabs, line ends and the escapes of colours among its control characters, and few others. */
const MOST_CONTROLS = 0.1;

function controlShare(start: Buffer): number {
  let controls = 0;
  for (const byte of start) if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) controls++;
  return start.length === 0 ? 0 : controls / start.length;
}
