import { expect, it } from "vitest";
import { distinctNames, nameOfFolder, relativeTo } from "./paths";

it.each([
  ["/home/ada", "/home/ada/a/b.ts", "a/b.ts"],
  ["/home/ada/", "/home/ada/b.ts", "b.ts"],
  ["/home/ada", "/home/adam/b.ts", "/home/adam/b.ts"],
  ["/home/ada", "/home/ada", "."],
  ["C:\\app", "C:\\app\\src\\a.ts", "src\\a.ts"],
  [undefined, "/a", "/a"],
  ["", "/a", "/a"],
  ["/", "/a", "a"],
])("%s sees %s as %s", (folder, path, seen) => expect(relativeTo(folder, path)).toBe(seen));

it("a folder is called by its last name", () => {
  expect(["/home/ada/app", "/home/ada/app/", "C:\\app", "/"].map(nameOfFolder)).toEqual([
    "app",
    "app",
    "app",
    "/",
  ]);
});

it("folders of one name are told apart by those above them", () => {
  const paths = [
    "/home/ada/web/app",
    "/home/ada/shop/app",
    "/srv/shop/app/",
    "/home/ada/notes",
    "/app",
    "",
    "C:\\notes",
  ];
  expect([...distinctNames([...paths, "/home/ada/notes"]).values()]).toEqual([
    "web/app",
    "ada/shop/app",
    "srv/shop/app",
    "ada/notes",
    "app",
    "",
    "C:/notes",
  ]);
});
