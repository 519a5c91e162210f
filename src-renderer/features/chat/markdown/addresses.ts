/** Which addresses of a model's words may be followed, and which pictures shown. Everything else is text. */

const FOLLOWED = new Set(["http:", "https:", "mailto:"]);
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
/** Characters of a picture in the text itself. */
const LARGEST_PICTURE = 1_500_000;
const LONGEST = 2_000;

/** The address as the browser will read it, or undefined where a link must not be made of it. */
export function linkAddress(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > LONGEST || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!FOLLOWED.has(url.protocol)) return undefined;
  // `https://bank.example@evil.example` reads as the bank and is not; main refuses it as well.
  if (url.protocol !== "mailto:" && (url.username !== "" || url.password !== "")) return undefined;
  return url.href;
}

/** A raster picture that is in the text itself: showing it asks nobody. */
export function pictureAddress(text: unknown): string | undefined {
  return typeof text === "string" && text.length <= LARGEST_PICTURE && PICTURE.test(text) ? text : undefined;
}
