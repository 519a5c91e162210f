import { expect, test } from "vitest";
import { latest, unchanged } from "./latest";

/** Questions that are answered by hand, in any order. */
function questions() {
  const asked: { resolve: (words: string) => void; reject: (error: Error) => void }[] = [];
  const taken: string[] = [];
  const ask = () => new Promise<string>((resolve, reject) => asked.push({ resolve, reject }));
  const answer = (at: number, words: string) => asked[at]?.resolve(words);
  const refuse = (at: number) => asked[at]?.reject(new Error("refused"));
  return { ask, take: (words: string) => taken.push(words), taken, answer, refuse };
}

test("an answer is taken", async () => {
  const { ask, take, taken, answer } = questions();
  const done = latest()(ask, take);
  answer(0, "first");
  expect(await done).toBe(true);
  expect(taken).toEqual(["first"]);
});

test("of two questions the newer one's answer alone is taken, whichever comes first", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { ask, take, taken, answer } = questions();
    const asking = latest();
    const done = [asking(ask, take), asking(ask, take)];
    for (const at of order) answer(at, `answer ${at}`);
    expect(await Promise.all(done)).toEqual([false, true]);
    expect(taken).toEqual(["answer 1"]);
  }
});

test("an answer about what has changed since is dropped", async () => {
  const { ask, take, taken, answer } = questions();
  let session = "a";
  const asking = latest(() => session);
  const late = asking(ask, take);
  session = "b";
  answer(0, "of a");
  expect(await late).toBe(false);
  const inTime = asking(ask, take);
  answer(1, "of b");
  expect(await inTime).toBe(true);
  expect(taken).toEqual(["of b"]);
});

test("what was asked before a drop is dropped, what is asked after it is taken", async () => {
  const { ask, take, taken, answer } = questions();
  const asking = latest();
  const late = asking(ask, take);
  asking.drop();
  const inTime = asking(ask, take);
  answer(1, "after");
  answer(0, "before");
  expect(await Promise.all([late, inTime])).toEqual([false, true]);
  expect(taken).toEqual(["after"]);
});

test("the newest failure is thrown, an overtaken one is dropped", async () => {
  const { ask, take, taken, answer, refuse } = questions();
  const asking = latest();
  const failing = asking(ask, take);
  refuse(0);
  await expect(failing).rejects.toThrow("refused");
  const late = asking(ask, take);
  const newest = asking(ask, take);
  refuse(1);
  expect(await late).toBe(false);
  answer(2, "newest");
  expect(await newest).toBe(true);
  expect(taken).toEqual(["newest"]);
});

test("a question of several steps is told when to stop", async () => {
  const { ask, take, taken, answer } = questions();
  const asking = latest();
  const steps: boolean[] = [];
  const late = asking(async (isWanted) => {
    steps.push(isWanted());
    const first = await ask();
    steps.push(isWanted());
    return first;
  }, take);
  asking.drop();
  answer(0, "first");
  expect(await late).toBe(false);
  expect(steps).toEqual([true, false]);
  expect(taken).toEqual([]);
});

test("questions of two kinds do not overtake each other", async () => {
  const { ask, take, taken, answer } = questions();
  const done = [latest()(ask, take), latest()(ask, take)];
  answer(1, "one");
  answer(0, "other");
  expect(await Promise.all(done)).toEqual([true, true]);
  expect(taken).toEqual(["one", "other"]);
});

test("a change that was taken back counts as none", () => {
  let value = 1;
  const isSame = unchanged(() => value);
  value = 2;
  expect(isSame()).toBe(false);
  value = 1;
  expect(isSame()).toBe(true);
});
