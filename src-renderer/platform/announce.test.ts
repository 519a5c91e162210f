import { expect, it } from "vitest";
import { announcement, say } from "./announce";

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it("words that are said in one task are read out together", async () => {
  say("A question");
  say("Another question");
  say("A question");
  expect(announcement.getState().words).toBe("A question\nAnother question");
  const { turn } = announcement.getState();
  await nextTask();
  say("A question");
  expect(announcement.getState()).toEqual({ words: "A question", turn: turn + 1 });
});
