/** Cuts an output that arrives in pieces into its records. */

/**
 * Returns a function that takes pieces of an output and hands over its records, which end with the byte `end`. A record longer than `most`
 * bytes is handed over as undefined. The function returns true once
 * `handOver` has: no more are needed.
 */
export function recordsEndingWith(
  end: number,
  most: number,
  handOver: (record: Buffer | undefined) => boolean,
): (bytes: Buffer) => boolean {
  let pieces: Buffer[] = [];
  let length = 0;
  const add = (piece: Buffer): void => {
    length += piece.length;
    if (length <= most) pieces.push(piece);
    else pieces = [];
  };
  return (bytes) => {
    let from = 0;
    for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, from)) {
      add(bytes.subarray(from, at));
      const record = length > most ? undefined : Buffer.concat(pieces);
      pieces = [];
      length = 0;
      from = at + 1;
      if (handOver(record)) return true;
    }
    add(bytes.subarray(from));
    return false;
  };
}
