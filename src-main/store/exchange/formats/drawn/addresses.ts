/** Decides which addresses of a text become links and pictures in an exported page, by the same rules as the window. The rest is text. */

const FOLLOWED = ["http:", "https:", "mailto:"];
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
const LONGEST = 2_000;

/** The address as a browser will read it, or undefined if it must not become a link. */
export function linkAddress(text: string): string | undefined {
  if (text.length > LONGEST || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!FOLLOWED.includes(url.protocol)) return undefined;
  // `https://bank.example@evil.example` looks like the bank and is not.
  if (url.protocol !== "mailto:" && (url.username !== "" || url.password !== "")) return undefined;
  return url.href;
}

/** A raster picture within the text: showing it sends no request. */
export const isPictureAddress = (text: string): boolean => PICTURE.test(text);
