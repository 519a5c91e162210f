/**
 * Pictures and PDFs that tools have read (AG-1). Each is a part of type `file` behind its call, in the same step, and names the call under Braid's
 * own key.
 */

/** The name stands here, because the SDK's chunks of files have no place for one. */
export interface PictureMark {
  tool_call_id: string;
  filename?: string | undefined;
  /** A PDF alone has them. */
  pages?: number | undefined;
}

const KEY = "braid";

/** The `providerMetadata` of such a part. No provider reads Braid's key. */
export const pictureMetadata = ({ tool_call_id, filename, pages }: PictureMark) => ({
  [KEY]: {
    tool_call_id,
    ...(filename === undefined ? {} : { filename }),
    ...(pages === undefined ? {} : { pages }),
  },
});

/** Checks the shape: a file of somebody else may have been imported. Undefined for every other part. */
export function pictureMarkOf(part: { type: string; providerMetadata?: unknown }): PictureMark | undefined {
  return part.type === "file" ? markIn(part.providerMetadata) : undefined;
}

/** The pages of such a PDF in a prompt; none where nobody has counted them. */
export const pagesOfTool = ({ providerOptions }: { providerOptions?: unknown }): number =>
  markIn(providerOptions)?.pages ?? 0;

/** Returns true for what a prompt says of such pictures, and for the pictures in it. */
export const isOfTool = ({ providerOptions }: { providerOptions?: unknown }): boolean =>
  markIn(providerOptions) !== undefined;

function markIn(metadata: unknown): PictureMark | undefined {
  const { tool_call_id, filename, pages } = fieldsOf(fieldsOf(metadata)[KEY]);
  if (typeof tool_call_id !== "string") return undefined;
  return {
    tool_call_id,
    ...(typeof filename === "string" ? { filename } : {}),
    ...(typeof pages === "number" && pages > 0 ? { pages } : {}),
  };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The name of any part of type `file`; undefined where nobody gave it one. */
export const nameOfFile = (part: {
  type: string;
  filename?: string | undefined;
  providerMetadata?: unknown;
}): string | undefined => part.filename ?? pictureMarkOf(part)?.filename;
