import { describe, expect, it } from "vitest";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { gathered, marksOf } from "./pin-places";

const id = (of: string) => of as MessageId;
const names = (...ids: string[]) => new Map(ids.map((one) => [id(one), [`label ${one}`]]));
const tops = (places: Record<string, number>) => (one: MessageId) => places[one];
const places = (marks: readonly { message_id: string; at: number }[]) =>
  marks.map(({ message_id, at }) => [message_id, at]);

describe("[SE-11d] the marks of labels", () => {
  it("stand where the scroll bar has their messages, from top to end", () => {
    const extent = { height: 2000, loaded: 10, turns: 10, more: false };
    expect(places(marksOf(names("c", "a"), tops({ c: 1500, a: 500 }), [], extent))).toEqual([
      ["a", 0.25],
      ["c", 0.75],
    ]);
  });

  it("leave out messages that are not shown", () => {
    const extent = { height: 2000, loaded: 10, turns: 10, more: false };
    expect(marksOf(names("hidden"), tops({}), [], extent)).toEqual([]);
  });

  it("of messages that are not loaded stand before the loaded ones, by their share", () => {
    const extent = { height: 1000, loaded: 5, turns: 20, more: true };
    const earlier = [
      { message_id: id("a"), share: 0 },
      { message_id: id("b"), share: 0.5 },
    ];
    expect(places(marksOf(names("a", "b", "z"), tops({ z: 600 }), earlier, extent))).toEqual([
      ["a", 0],
      ["b", 0.375],
      ["z", 0.9],
    ]);
  });

  it("keep their places when the rest is loaded, as far as turns are equally high", () => {
    const part = { height: 1000, loaded: 5, turns: 20, more: true };
    const whole = { height: 4000, loaded: 20, turns: 20, more: false };
    const before = marksOf(names("a", "z"), tops({ z: 600 }), [{ message_id: id("a"), share: 0.5 }], part);
    expect(places(before)).toEqual(places(marksOf(names("a", "z"), tops({ a: 1500, z: 3600 }), [], whole)));
  });

  it("guess no height where nothing is missing, or nothing can be compared", () => {
    for (const extent of [
      { height: 1000, loaded: 0, turns: 9, more: true },
      { height: 1000, loaded: 9, turns: 3, more: true },
      { height: 1000, loaded: 3, turns: 9, more: false },
    ])
      expect(places(marksOf(names("z"), tops({ z: 500 }), [], extent))).toEqual([["z", 0.5]]);
  });

  it("are one where they would cover each other, with all names once", () => {
    const mark = (at: number, ...of: string[]) => ({ message_id: id(`m${at}`), at, names: of });
    const pins = gathered([mark(0.1, "a"), mark(0.101, "b", "a"), mark(0.105, "c"), mark(0.5, "d")], 1000);
    expect(pins.map((pin) => [pin.at, pin.names])).toEqual([
      [0.1, ["a", "b", "c"]],
      [0.5, ["d"]],
    ]);
  });

  it("are no more than fit, however many labels there are", () => {
    const many = Array.from({ length: 50_000 }, (_, at) => ({
      message_id: id(`m${at}`),
      at: at / 50_000,
      names: [`n${at % 7}`],
    }));
    expect(gathered(many, 800).length).toBeLessThanOrEqual(101);
  });
});
