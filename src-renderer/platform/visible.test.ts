import { expect, it } from "vitest";
import { visible } from "./visible";

it("names what cannot be seen, and keeps what can", () => {
  expect(visible("rm\u200b -rf \u202eabc\u0007")).toBe("rm⟨U+200B⟩ -rf ⟨U+202E⟩abc⟨U+0007⟩");
  expect(visible("a\u200db \ufeff \u{e0041}")).toBe("a⟨U+200D⟩b ⟨U+FEFF⟩ ⟨U+E0041⟩");
  const emoji = "Grüße, \u{1f469}\u200d\u{1f4bb} \u2764\ufe0f \u{1f44d}\u{1f3fd}";
  expect(visible(emoji)).toBe(emoji);
  expect(visible("one\r\n\ttwo\rthree")).toBe("one\n\ttwo⟨U+000D⟩three");
  expect(visible("مرحبا")).toBe("مرحبا");
});
