import { describe, expect, it } from "vitest";
import { dictionaryFor } from "./spell-check";

const available = ["de", "en-AU", "en-GB", "en-US", "fr"];

describe("the dictionary", () => {
  it("is the user's own kind of the app's language", () => {
    expect(dictionaryFor("en", ["fr", "en-GB"], available)).toBe("en-GB");
    expect(dictionaryFor("de", ["en-GB"], available)).toBe("de");
  });

  it("is the usual one where the system speaks otherwise, any of the language where that is missing", () => {
    expect(dictionaryFor("en", ["fr"], available)).toBe("en-US");
    expect(dictionaryFor("de", ["de-AT"], ["de-DE"])).toBe("de-DE");
  });

  it("is none where there is none: on macOS the list is empty", () => {
    expect(dictionaryFor("de", ["de"], [])).toBeUndefined();
  });
});
