import { describe, expect, it } from "vitest";
import { handbookAddress, handbookPlace } from "./handbook";

describe("an address of the handbook", () => {
  it("is read back as the place it was made of", () => {
    const place = "02-sessions#deleting-a-session-the-trash";
    expect(handbookPlace(handbookAddress(place))).toBe(place);
  });

  it.each([
    "https://example.org/#x",
    "javascript:alert(1)",
    "braid-handbook:",
    "braid-handbook:02-sessions",
    "braid-handbook:../secrets#x",
    "braid-handbook:02-sessions#x\njavascript:alert(1)",
    `braid-handbook:${"a".repeat(101)}#a`,
    undefined,
  ])("is not %j", (address) => {
    expect(handbookPlace(address)).toBeUndefined();
  });
});
