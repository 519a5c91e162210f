import { describe, expect, it } from "vitest";
import { Heartbeat } from "./heartbeat";

/** The news of so many beats, each with the number of its beat, from 1; `answers` says whether the page does. */
function beats(heart: Heartbeat, times: number, answers: (beat: number) => boolean): [number, string][] {
  const heard: [number, string][] = [];
  for (let at = 1; at <= times; at++) {
    const { ask, news } = heart.beat();
    if (news !== undefined) heard.push([at, news]);
    if (!answers(at)) continue;
    const again = ask || at > 1 ? heart.answer() : undefined;
    if (again !== undefined) heard.push([at, again]);
  }
  return heard;
}

describe("[LY-3] a page that is asked whether it is alive", () => {
  it("is calm after a minute of answers, once", () => {
    expect(beats(new Heartbeat(), 200, () => true)).toEqual([[60, "calm"]]);
  });

  it("is silent after four seconds without an answer, and hung after ten, each said once", () => {
    expect(beats(new Heartbeat(), 60, () => false)).toEqual([
      [5, "silent"],
      [11, "hung"],
    ]);
  });

  it("is asked once until it answers: a page that hangs finds one question, not a heap", () => {
    const heart = new Heartbeat();
    const asked = Array.from({ length: 9 }, () => heart.beat().ask);
    expect(asked).toEqual([true, ...Array(8).fill(false)]);
  });

  it("a slow answer is an answer, and peace begins anew", () => {
    expect(beats(new Heartbeat(), 120, (beat) => beat !== 20 && (beat < 30 || beat > 37))).toEqual([
      [34, "silent"],
      [38, "answers-again"],
      [98, "calm"],
    ]);
  });

  it("another page owes nothing", () => {
    const heart = new Heartbeat();
    beats(heart, 8, () => false);
    heart.reset();
    expect(beats(heart, 8, () => true)).toEqual([]);
  });

  it("what is shown anew proves itself anew", () => {
    const heart = new Heartbeat();
    beats(heart, 50, () => true);
    heart.begin();
    expect(beats(heart, 100, () => true)).toEqual([[60, "calm"]]);
  });
});
