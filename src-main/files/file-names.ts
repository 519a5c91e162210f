/** Names of exported files, which every file system takes. */

/** UTF-16 units. Three bytes each at most, so a name with its ending stays below the 255 bytes that file systems have for one. */
const LONGEST = 70;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A title as the name of a file, without its ending. */
export function fileName(title: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes them in a name.
  const plain = title.replace(/[\\/:*?"<>|\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");
  const short = plain.replace(/\s+/g, " ").trim().slice(0, LONGEST);
  // A lone half of a pair has no bytes of its own, and Windows drops dots at the end.
  const name = short
    .replace(/[\ud800-\udfff]/gu, "")
    .replace(/^\.+|[. ]+$/g, "")
    .trim();
  return name === "" || RESERVED.test(name) ? `session ${name}`.trim() : name;
}

/** Gives each title a name of its own; names that differ in case alone are one file on some systems. */
export function fileNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const name = fileName(title);
    let own = name;
    for (let n = 2; taken.has(own.toLowerCase()); n++) own = `${name} ${n}`;
    taken.add(own.toLowerCase());
    return own;
  });
}

/** Where an attachment lies beside a readable document: under its own name, in a folder that its bytes name. */
export const attachmentPlace = (sha256: string, filename: string): string => {
  const [, stem = filename, ending = ""] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(filename) ?? [];
  return `attachments/${sha256.slice(0, 12)}/${fileName(stem)}${ending}`;
};
