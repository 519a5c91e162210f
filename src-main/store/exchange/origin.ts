/**
 * An imported session keeps in its metadata the id under which it was made, so that it is known when it comes again. The archive says the id
 * beside the session and leaves the metadata as they were: what is exported again is the same file, but for the ids.
 */
import type { Row } from "./session-rows";

const FIELD = /,"imported_from":"(ses_\w{26})"|"imported_from":"(ses_\w{26})",?/;

/** The JSON of metadata with the origin's id as its last field. */
export const withImportedFrom = (metadata: string, origin: string): string =>
  `${metadata.slice(0, -1)}${metadata === "{}" ? "" : ","}"imported_from":"${origin}"}`;

/** A session's row without the field, and the id of its origin: its own where it was made here. */
export function withOrigin(row: Row): { row: Row; origin: string } {
  const metadata = String(row.metadata_json);
  const [field, after, before] = FIELD.exec(metadata) ?? [];
  if (field === undefined) return { row, origin: String(row.id) };
  return {
    row: { ...row, metadata_json: metadata.replace(field, "") },
    origin: after ?? before ?? String(row.id),
  };
}
