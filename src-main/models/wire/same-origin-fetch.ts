/**
 * A `fetch` that follows no redirect to another origin. Such a redirect would carry along the conversation, and the key: `fetch` drops only
 * `Authorization` on the way, not the headers that Anthropic and Google use.
 */

import { BraidError } from "../../core/braid-error";
import type { Fetch } from "../../core/ports/connections";
import { say } from "../../core/say";

const MOST_REDIRECTS = 5;

/** The function that is returned throws BraidError `PROVIDER_REJECTED` at a redirect that must not be followed. */
export const sameOriginFetch =
  (fetchAny: Fetch): Fetch =>
  async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    for (let redirects = 0; ; redirects++) {
      const response = await fetchAny(url.href, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      const next = nextOf(location, url, response.status >= 307 || (init?.method ?? "GET") === "GET");
      if (next.href === url.href || redirects === MOST_REDIRECTS) throw ledInCircles();
      url = next;
    }
  };

/** @throws BraidError where it leads elsewhere, or the request may not be repeated */
function nextOf(location: string, from: URL, repeatable: boolean): URL {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (next?.origin !== from.origin || !repeatable) throw ledAway(next);
  return next;
}

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
