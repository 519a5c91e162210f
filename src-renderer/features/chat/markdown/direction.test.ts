import { expect, test } from "vitest";
import { directionOf } from "./direction";

const text = (value: string) => ({ type: "text", value });
const element = (tagName: string, ...children: unknown[]) => ({ type: "element", tagName, children });

test("the first letter says which way a list runs, however deep it stands", () => {
  expect(directionOf(element("ul", text("\n"), element("li", element("p", text("1. مرحبا hello")))))).toBe(
    "rtl",
  );
  expect(directionOf(element("ol", element("li", text("שלום"))))).toBe("rtl");
  expect(directionOf(element("blockquote", element("p", text("“Hello” مرحبا"))))).toBe("ltr");
  expect(directionOf(element("ul", element("li", text("日本語"))))).toBe("ltr");
});

test("code has no say, and without a letter there is no direction", () => {
  expect(directionOf(element("li", element("code", text("let x")), text(" مرحبا")))).toBe("rtl");
  expect(directionOf(element("ul", element("li", text("1 + 2 = 3 🧶"))))).toBeUndefined();
  expect(directionOf(undefined)).toBeUndefined();
});
