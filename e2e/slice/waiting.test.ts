/** How often a provider is asked that fails, and when: never at once again, and not again where it cannot help. */
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { refusal } from "../fixtures/provider/script";
import { SELF_SIGNED } from "../fixtures/provider/self-signed";
import { saying } from "../fixtures/saying";
import { removeSlice, type Slice, startSlice } from "./slice";

let slice: Slice;
let secure: Server | undefined;
afterEach(async () => {
  await removeSlice(slice);
  secure?.close();
  secure = undefined;
});

async function fail() {
  const { session_id } = slice.ask();
  const watcher = slice.watch(session_id);
  const { metadata } = await slice.rest(session_id);
  const waits = watcher.events.filter(
    ({ type, ...event }) => type === "status" && JSON.stringify(event).includes("retrying"),
  );
  return { error: metadata.error, waits: waits.length };
}

const LEAST_MS = 100;

test.each(["0", "-1", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "0, 0"])(
  "[RN-7] Retry-After: %s is no reason to ask at once",
  async (asked) => {
    slice = await startSlice({ run: { max_retries: 2, max_retry_wait_ms: LEAST_MS } });
    slice.provider.respond(() => refusal(429, { "retry-after": asked }));
    const began = performance.now();
    const { error } = await fail();
    expect(performance.now() - began).toBeGreaterThan(2 * LEAST_MS);
    expect(slice.provider.requests).toHaveLength(3);
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMITED" });
  },
);

describe("what stays as it is", () => {
  test("[RN-7] a certificate that nobody vouches for", async () => {
    let greeted = 0;
    const server = createServer(SELF_SIGNED);
    secure = server;
    server.on("connection", () => {
      greeted += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    slice = await startSlice({ base_url: `https://127.0.0.1:${port}/v1` });
    const { error, waits } = await fail();
    expect(error?.message).toEqual({ key: "provider.untrusted.message" });
    // Once more at most, if the system knows further certificates. The title is not asked for where nothing was answered.
    expect([1, 2]).toContain(greeted);
    expect(waits).toBe(0);
  });

  test("[RN-7] a server without a secure connection", async () => {
    const plain = await startSlice();
    slice = await startSlice({ base_url: plain.provider.baseUrl.replace("http:", "https:") });
    const { error, waits } = await fail();
    await removeSlice(plain);
    expect(error?.message).toEqual({ key: "provider.insecure.message" });
    expect(waits).toBe(0);
  });

  test.each([
    ["307", "/v1/chat/completions"],
    ["302", "/v1/chat/completions"],
    ["308", "/v1/other"],
  ])("[RN-7] a redirect (%s) to %s that leads nowhere", async (status, location) => {
    slice = await startSlice();
    slice.provider.respond(() => [{ status: Number(status), headers: { location } }]);
    const { error, waits } = await fail();
    expect(error?.message).toEqual(saying(/^The provider('s address leads| does not know)/));
    expect(slice.provider.requests).toHaveLength(1);
    expect(waits).toBe(0);
  });
});
