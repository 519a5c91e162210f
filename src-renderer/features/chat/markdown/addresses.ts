/** Decides which addresses in a model's words may be followed, and which pictures shown. Everything else is text. */

const FOLLOWED = new Set(["http:", "https:", "mailto:"]);
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
/** The most characters of a picture within the text. */
const LARGEST_PICTURE = 1_500_000;
const LONGEST = 2_000;

/** Returns the address as the browser will read it, or undefined if it must not become a link. */
export function linkAddress(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > LONGEST || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!FOLLOWED.has(url.protocol)) return undefined;
  // `https://bank.example@evil.example` looks like the bank and is not. Main refuses it as well.
  if (url.protocol !== "mailto:" && (url.username !== "" || url.password !== "")) return undefined;
  return url.href;
}

/** Returns the address of a raster picture within the text. Showing it sends no request. */
export function pictureAddress(text: unknown): string | undefined {
  return typeof text === "string" && text.length <= LARGEST_PICTURE && PICTURE.test(text) ? text : undefined;
}
