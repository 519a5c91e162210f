import { expect, test } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { type Choice, chosenAlone, isChosen, isNone, toChosen, toggled, withAll } from "./choice";

const session = (name: string, title: string, workspace_root?: string) => ({
  id: `ses_${name}` as SessionId,
  title,
  ...(workspace_root === undefined ? {} : { workspace_root }),
});
const lisbon = session("1", "Postcards from Lisbon");
const porto = session("2", "Postcards from Porto");
const code = session("3", "Mend the build", "/home/ada/lisbon-app");
const ALL = [lisbon, porto, code];
const chosen = (choice: Choice) => ALL.filter((one) => isChosen(choice, one));

test("[SE-6] sessions are chosen one by one", () => {
  const one = toggled(chosenAlone([]), porto);
  expect(chosen(one)).toEqual([porto]);
  expect(toChosen(one)).toEqual({ matching: [], except: [], also: [porto.id] });
  expect(isNone(one)).toBe(false);
  expect(isNone(toggled(one, porto))).toBe(true);
});

test("[SE-6] all that match a filter are chosen by title or folder, beside those chosen before", () => {
  const all = withAll(chosenAlone([porto.id]), "  LISBÓN ");
  expect(chosen(all)).toEqual([lisbon, porto, code]);
  expect(toChosen(all)).toEqual({ matching: ["LISBÓN"], except: [], also: [porto.id] });
  expect(withAll(all, "lisbon").matching).toEqual(["lisbon"]);
});

test("[SE-6] a session that is left out of all stays out until it is chosen again, by itself or with all", () => {
  const without = toggled(withAll(chosenAlone([]), "lisbon"), code);
  expect(chosen(without)).toEqual([lisbon]);
  expect(chosen(withAll(without, "postcards"))).toEqual([lisbon, porto]);
  expect(chosen(withAll(without, "mend"))).toEqual([lisbon, code]);
  expect(chosen(toggled(without, code))).toEqual([lisbon, code]);
});

test("[SE-6] one that was chosen by itself, too, can be left out", () => {
  const all = withAll(chosenAlone([lisbon.id]), "lisbon");
  expect(chosen(toggled(all, lisbon))).toEqual([code]);
});

test("[SE-6] all of everything needs no other filter", () => {
  const all = withAll(withAll(chosenAlone([]), "lisbon"), " ");
  expect(chosen(all)).toEqual(ALL);
  expect(toChosen(all)).toEqual({ matching: [""], except: [], also: [] });
  expect(chosen(toggled(all, porto))).toEqual([lisbon, code]);
});
