import { expect, test } from "vitest";
import { LONGEST_DRAFT, LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { createRateLimit } from "./rate-limit";

const refused = expect.objectContaining({ info: expect.objectContaining({ code: "FORBIDDEN" }) });

test("a window starts programs and windows at a person's pace; what starts nothing is never held up", () => {
  let now = 0;
  const limit = createRateLimit(() => now);
  for (let n = 0; n < 20; n++) limit("app.new_window");
  expect(() => limit("app.new_window")).toThrow(refused);
  expect(() => limit("storage.open_folder")).not.toThrow();
  for (let n = 0; n < 1000; n++) limit("draft.save", { text: "a line that is being typed" });
  for (let n = 0; n < 1000; n++) limit("session.list");
  now = 60_000;
  expect(() => limit("app.new_window")).not.toThrow();
});

test.each(["session.create", "session.send", "session.resume"] as const)(
  "%s: sixty a minute, a thousand an hour, and only so many characters",
  (name) => {
    let now = 0;
    const limit = createRateLimit(() => now);
    const aMinuteOf = (text: string) => {
      let taken = 0;
      try {
        for (; taken < 10_000; taken++) limit(name, { text });
      } catch (error) {
        expect(error).toEqual(refused);
      }
      now += 60_000;
      return taken;
    };
    expect(aMinuteOf("Hello?")).toBe(60);
    expect(aMinuteOf("x".repeat(LONGEST_TEXT))).toBe(8);
    const rest = Array.from({ length: 58 }, () => aMinuteOf("Hello?"));
    expect(rest.reduce((sum, taken) => sum + taken, 68)).toBe(1000);
    expect(aMinuteOf("Hello?"), "the next hour").toBe(60);
  },
);

test("long messages: thirty-two of the longest an hour, eight a minute", () => {
  let now = 0;
  const limit = createRateLimit(() => now);
  const text = "x".repeat(LONGEST_TEXT);
  for (let minute = 0; minute < 4; minute++, now += 60_000)
    for (let n = 0; n < 8; n++) limit("session.send", { text });
  expect(() => limit("session.send", { text })).toThrow(refused);
  now = 3_600_000;
  expect(() => limit("session.send", { text })).not.toThrow();
});

test("sixty providers a minute", () => {
  const limit = createRateLimit(() => 0);
  for (let n = 0; n < 60; n++) limit("providers.save");
  expect(() => limit("providers.save")).toThrow(refused);
});

test("drafts are held up by their length alone", () => {
  const limit = createRateLimit(() => 0);
  const text = "x".repeat(LONGEST_DRAFT);
  for (let n = 0; n < 8; n++) limit("draft.save", { text });
  expect(() => limit("draft.save", { text })).toThrow(refused);
  expect(() => limit("draft.save", { text: "" })).not.toThrow();
});
