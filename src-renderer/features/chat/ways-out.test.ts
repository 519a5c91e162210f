import { describe, expect, test } from "vitest";
import { ERROR_CODES, type Mend } from "../../../src-preload/contract/domain/errors";
import { waysOut } from "./ways-out";

const MENDS: readonly (Mend | undefined)[] = [undefined, "key", "address", "server", "model", "room"];
const nothing = { hasText: false, canCompact: false };

describe("the ways out of an error", () => {
  test("Continue stands only where something has come, and Try again always", () => {
    for (const code of ERROR_CODES)
      for (const mend of MENDS) {
        const error = mend === undefined ? { code } : { code, mend };
        expect(waysOut(error, nothing)).not.toContain("continue");
        expect(waysOut(error, nothing)).toContain("again");
        expect(waysOut(error, { ...nothing, hasText: true })).toEqual(
          expect.arrayContaining(["continue", "again"]),
        );
      }
  });

  test.each([
    [{ code: "PROVIDER_AUTH" }, ["key", "again"]],
    [{ code: "PROVIDER_AUTH", mend: "model" }, ["model", "again"]],
    [{ code: "MODEL_NOT_FOUND" }, ["model", "again"]],
    [{ code: "PROVIDER_NOT_FOUND" }, ["model", "again"]],
    [{ code: "PROVIDER_NOT_FOUND", mend: "address" }, ["address", "again"]],
    [{ code: "PROVIDER_UNAVAILABLE", mend: "server" }, ["again", "address"]],
    [{ code: "PROVIDER_UNAVAILABLE", mend: "address" }, ["address", "again"]],
    [{ code: "PROVIDER_UNAVAILABLE" }, ["again", "model"]],
    [{ code: "PROVIDER_RATE_LIMITED" }, ["again", "model"]],
    [{ code: "PROVIDER_BAD_STREAM" }, ["again", "model"]],
    [{ code: "CONTEXT_TOO_LARGE" }, ["model", "again"]],
    [{ code: "INTERNAL" }, ["again"]],
    [{ code: "STORE_UNAVAILABLE" }, ["again"]],
  ] as const)("%j leads to %j", (error, ways) => {
    expect(waysOut(error, nothing)).toEqual(ways);
  });

  test("an address from which words have come is not in question", () => {
    const error = { code: "PROVIDER_BAD_STREAM", mend: "address" } as const;
    expect(waysOut(error, nothing)[0]).toBe("address");
    expect(waysOut(error, { ...nothing, hasText: true })).toEqual(["continue", "again", "model"]);
  });

  test("a full window is summarised first, where there is something to summarise", () => {
    const ways = waysOut({ code: "CONTEXT_TOO_LARGE" }, { hasText: false, canCompact: true });
    expect(ways).toEqual(["compact", "model", "again"]);
  });
});
