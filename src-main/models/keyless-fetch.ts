/** A `fetch` whose refusals cannot carry the key: some servers repeat it in the body, and a body ends up in errors and logs. */

export function fetchWithKeylessErrors(key: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const body = (await response.text()).replaceAll(key, "[key]");
    const headers = [...response.headers].filter(
      ([name, value]) => !isAboutBytes(name) && !value.includes(key),
    );
    return new Response(body === "" ? null : body, {
      // A made-up status such as 999 is still a refusal, but no Response may be made with it.
      status: Math.min(response.status, 599),
      statusText: response.statusText,
      headers,
    });
  };
}

/** True of the bytes that came, no longer of the text they became. */
const isAboutBytes = (header: string) => /^content-(encoding|length)$/.test(header);
