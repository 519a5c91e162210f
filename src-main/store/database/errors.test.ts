import { expect, it } from "vitest";
import { BraidError } from "../../core/braid-error";
import { causingCode } from "./errors";

const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

it("the code of a failure of the store is that of what it has met", () => {
  expect(causingCode(new BraidError("STORE_UNAVAILABLE", "not kept", { cause: full }))).toBe("ENOSPC");
  expect(causingCode(new BraidError("STORE_UNAVAILABLE", "not kept"))).toBe("STORE_UNAVAILABLE");
});

it("a refusal keeps its own", () => {
  expect(causingCode(new BraidError("INVALID_INPUT", "refused", { cause: full }))).toBe("INVALID_INPUT");
  expect(causingCode(full)).toBe("ENOSPC");
  expect(causingCode("no error")).toBe("");
});
