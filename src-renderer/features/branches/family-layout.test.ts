import { describe, expect, it } from "vitest";
import type { FamilyMember } from "../../../src-preload/contract/domain/branches";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { keyLeadsTo, layOut, openingView, viewWith } from "./family-layout";

const member = (id: string, parent?: string): FamilyMember => ({
  id: id as SessionId,
  title: id,
  created_at: 0,
  updated_at: 0,
  ...(parent === undefined ? {} : { parent_id: parent as SessionId }),
});
/** a has b and e; b has c and d. */
const five = [member("a"), member("b", "a"), member("c", "b"), member("d", "b"), member("e", "a")];
const shape = (members: FamilyMember[]) =>
  layOut(members).map(({ member: { id }, column, row }) => `${id}${column}${row}`);

describe("[BR-3] a family, laid out", () => {
  it("has a column for each generation, and every session on the row of its first branch", () => {
    expect(shape(five)).toEqual(["a00", "b10", "c20", "d21", "e12"]);
    expect(shape([member("a")])).toEqual(["a00"]);
    expect(layOut([])).toEqual([]);
  });

  it("loses nobody whose parent is gone, or goes in circles", () => {
    expect(
      shape([member("b", "a"), member("c", "b"), member("d", "x"), member("e", "f"), member("f", "e")]),
    ).toEqual(["b00", "c10", "d01", "e02", "f12"]);
  });

  it("holds five hundred branches of one, and a chain of five hundred", () => {
    const id = (n: number) => `s${String(n).padStart(3, "0")}`;
    const wide = Array.from({ length: 501 }, (_, n) => member(id(n), n === 0 ? undefined : id(0)));
    expect(new Set(layOut(wide).map(({ row }) => row)).size).toBe(500);
    const deep = Array.from({ length: 500 }, (_, n) => member(id(n), n === 0 ? undefined : id(n - 1)));
    expect(layOut(deep).map(({ column }) => column)).toEqual(deep.map((_, n) => n));
  });

  it("is walked through by arrows: to branches, to the parent, along a generation", () => {
    const placed = layOut(five);
    const walk = (from: string, ...keys: string[]) =>
      keys.reduce<string>((at, key) => keyLeadsTo(placed, at as SessionId, key) ?? "nothing", from);
    expect(walk("a", "ArrowRight")).toBe("b");
    expect(walk("a", "ArrowRight", "ArrowDown")).toBe("e");
    expect(walk("a", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft")).toBe("b");
    expect(walk("e", "ArrowRight")).toBe("e");
    expect(walk("a", "ArrowLeft")).toBe("a");
    expect(walk("c", "Home", "End")).toBe("e");
    expect(walk("a", "x")).toBe("nothing");
  });

  it("opens as a whole where that can be read, else around the session at hand, and follows no further than needed", () => {
    const measures = { width: 200, height: 40, across: 40, down: 10 };
    const box = { width: 1000, height: 600 };
    const placed = layOut(five);
    expect(openingView(placed, "c" as SessionId, measures, box)).toEqual({ x: 160, y: 230, zoom: 1 });
    const wide = layOut([
      member("a"),
      ...Array.from({ length: 500 }, (_, n) => member(`b${String(n).padStart(3, "0")}`, "a")),
    ]);
    const view = openingView(wide, "b250" as SessionId, measures, box);
    expect(view).toMatchObject({ zoom: 1, y: 300 - (250 * 50 + 20) });
    expect(viewWith({ column: 1, row: 251 }, measures, box, view)).toEqual(view);
    expect(viewWith({ column: 1, row: 270 }, measures, box, view).y).toBeLessThan(view.y);
    expect(openingView(wide, "b000" as SessionId, measures, box).y).toBe(28);
  });
});
