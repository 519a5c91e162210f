import { expect, test } from "vitest";
import { isNetworkPath } from "./network-path";

test.each([
  "\\\\server\\share",
  "\\\\server\\share\\repository",
  "//server/share",
  "\\/server\\share",
  "/\\server/share",
  " \\\\server\\share",
  "\\\\192.0.2.7@8080\\DavWWWRoot",
  "\\\\?\\UNC\\server\\share",
  "\\\\.\\UNC\\server\\share",
  "\\\\?\\unc\\server",
  "\\??\\UNC\\server\\share",
  "//?/UNC/server/share",
  "\\\\.\\pipe\\name",
  "\\\\?\\GLOBALROOT\\Device\\Mup\\server\\share",
  "\\\\?\\C:evil",
])("%s leads to another computer, on Windows", (path) => {
  expect(isNetworkPath(path, "win32")).toBe(true);
  expect(isNetworkPath(path, "linux")).toBe(false);
});

test.each([
  "C:\\work",
  "c:/work",
  "D:",
  "\\work",
  "/work/here",
  "work\\\\here",
  "\\\\?\\C:\\work",
  "\\\\.\\d:\\work",
  "",
])("%s is of this one", (path) => {
  expect(isNetworkPath(path, "win32")).toBe(false);
});
