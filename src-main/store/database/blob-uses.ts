/** SQL for the uses of blobs. A partial index serves a query only where both say the same. A shipped migration uses these: they stay. */

/** The `url` of a part. A damaged row is no reason to fail. */
export const BLOB_URL = "CASE WHEN json_valid(data_json) THEN data_json ->> '$.url' END";

/** The part names a blob. Files that models make may carry their bytes in the `url`: no index should hold these. */
export const BLOB_PART = `type = 'file' AND substr(${BLOB_URL}, 1, 5) = 'blob:'`;

/** The files of a waiting message, as JSON; null where it has none. */
export const QUEUED_FILES = "CASE WHEN json_valid(data_json) THEN data_json -> '$.attachments' END";
