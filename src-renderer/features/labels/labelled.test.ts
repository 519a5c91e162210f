import { describe, expect, it } from "vitest";
import { type Labelled, type LabelledEvent, labelled, NOTHING } from "./labelled";
import type { Entry } from "./matching";

const entries = (...names: string[]) => names.map((name) => ({ name })) as unknown as Entry[];
const told = (state: Labelled, ...events: LabelledEvent[]) => events.reduce(labelled, state);
const wantedOf = ({ wanted }: Labelled) => {
  if (wanted === undefined) throw new Error("nothing is wanted");
  return wanted;
};
/** The state when what is wanted has come. */
const come = (state: Labelled, names: string[], more = false): Labelled =>
  labelled(state, { is: "came", wanted: wantedOf(state), pages: { entries: entries(...names), more } });

describe("[SE-11] the list of labelled messages", () => {
  const first = come(told(NOTHING, { is: "another" }), ["a", "b"], true);

  it("has a further page behind its own, once, and none behind the last", () => {
    expect(first).toEqual({ ...NOTHING, entries: entries("a", "b"), more: true });
    const asked = told(first, { is: "more" });
    expect(asked.wanted).toEqual({ earlier: entries("a", "b"), least: 0 });
    expect(told(asked, { is: "more" })).toBe(asked);
    const last = come(asked, ["a", "b", "c"]);
    expect(told(last, { is: "more" })).toBe(last);
  });

  it("is read anew as long as it is, and asks for no further page meanwhile", () => {
    const anew = told(first, { is: "changed" });
    expect(anew).toMatchObject({ entries: entries("a", "b"), wanted: { earlier: [], least: 2 } });
    expect(told(anew, { is: "more" })).toBe(anew);
    expect(come(anew, ["b"])).toEqual({ ...NOTHING, entries: entries("b") });
  });

  it("of another session begins with one page, and stands until that has come", () => {
    expect(told(first, { is: "another" })).toMatchObject({
      entries: entries("a", "b"),
      wanted: { least: 0 },
    });
  });

  it("takes no page that another reading has overtaken, and no failure of it", () => {
    const further = told(first, { is: "more" });
    const anew = told(further, { is: "changed" });
    const late = { wanted: wantedOf(further), pages: { entries: entries("old"), more: true } };
    expect(told(anew, { is: "came", ...late }, { is: "failed", wanted: late.wanted })).toBe(anew);
  });

  it("can be asked again after a failure", () => {
    const further = told(first, { is: "more" });
    const failed = told(further, { is: "failed", wanted: wantedOf(further) });
    expect(failed).toEqual({ ...first, failed: true });
    const again = told(failed, { is: "more" });
    expect(come(again, ["a", "b", "c"]).failed).toBe(false);
  });
});
