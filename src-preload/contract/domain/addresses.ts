/** Which addresses in a model's words may be followed, and which pictures shown: in the window, and in an exported page. The rest is text. */

const FOLLOWED: readonly string[] = ["http:", "https:", "mailto:"];
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
const LONGEST = 2_000;

/** The parser of addresses. The contract knows neither the window's nor Node's; both have the same one. */
interface Parser {
  canParse(text: string): boolean;
  new (text: string): { protocol: string; username: string; password: string; href: string };
}

/** Returns the function that gives an address as the browser will read it, or undefined if it must not become a link. */
export const linkAddresses =
  (Url: Parser) =>
  (text: unknown): string | undefined => {
    if (typeof text !== "string" || text.length > LONGEST || !Url.canParse(text)) return undefined;
    const url = new Url(text);
    if (!FOLLOWED.includes(url.protocol)) return undefined;
    // `https://bank.example@evil.example` looks like the bank and is not. Main refuses it as well.
    if (url.protocol !== "mailto:" && (url.username !== "" || url.password !== "")) return undefined;
    return url.href;
  };

/** True for a raster picture within the text: showing it sends no request. */
export const isPictureAddress = (text: string): boolean => PICTURE.test(text);
