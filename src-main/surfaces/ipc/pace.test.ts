import { expect, test } from "vitest";
import { createPace } from "./pace";

test("a window starts programs and windows at a person's pace; what starts nothing is never held up", () => {
  let now = 0;
  const pace = createPace(() => now);
  for (let n = 0; n < 20; n++) pace("app.new_window");
  expect(() => pace("app.new_window")).toThrow(
    expect.objectContaining({ info: expect.objectContaining({ code: "FORBIDDEN" }) }),
  );
  expect(() => pace("storage.open_folder")).not.toThrow();
  for (let n = 0; n < 1000; n++) pace("draft.save");
  now = 60_000;
  expect(() => pace("app.new_window")).not.toThrow();
});
