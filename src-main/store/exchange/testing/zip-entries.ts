/** The files of a zip by their names, for tests. */
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Entry, open, type ZipFile } from "yauzl";

const opening = promisify<string, { lazyEntries: boolean }, ZipFile>(open);

export async function zipEntries(path: string): Promise<Map<string, Buffer>> {
  const zip = await opening(path, { lazyEntries: true });
  const read = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>;
  const found = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", resolve);
    zip.on("entry", (entry: Entry) => {
      read(entry)
        .then(buffer)
        .then((bytes) => {
          found.set(entry.fileName, bytes);
          zip.readEntry();
        }, reject);
    });
    zip.readEntry();
  });
  return found;
}
