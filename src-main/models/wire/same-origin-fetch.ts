/**
 * A `fetch` that follows no redirect to another origin. Such a redirect would carry along the conversation, and the key: `fetch` drops only
 * `Authorization` on the way, not the headers that Anthropic and Google use.
 */
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

const MOST_REDIRECTS = 5;

/** @throws BraidError `PROVIDER_REJECTED` at a redirect that must not be followed. */
export const fetchSameOrigin: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : input);
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url.href, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    const repeatable = response.status >= 307 || (init?.method ?? "GET") === "GET";
    if (next?.origin !== url.origin || !repeatable) throw ledAway(next);
    if (next.href === url.href || redirects === MOST_REDIRECTS) throw ledInCircles();
    url = next;
  }
};

const ledInCircles = () =>
  new BraidError("PROVIDER_REJECTED", say("provider.circles.message"), {
    hint: say("provider.circles.hint"),
    mend: "address",
  });

function ledAway(to: URL | undefined): BraidError {
  const message = say("provider.redirect.message", { to: to?.origin ?? "?" });
  return new BraidError("PROVIDER_REJECTED", message, {
    hint: say("provider.redirect.hint"),
    mend: "address",
  });
}
