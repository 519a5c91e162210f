/** Where main serves a picture of a message (AG-7). */
export const pictureAddress = (sha256: string): string => `/blob/${sha256}`;
