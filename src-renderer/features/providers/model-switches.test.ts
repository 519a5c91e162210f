import { expect, test } from "vitest";
import type { ProviderModel } from "../../../src-preload/contract/domain/providers";
import { readSwitches } from "./model-switches";

const model: ProviderModel = { id: "m", label: "M", in_settings: false };

test("what was not touched, or was put back, is not saved", () => {
  expect(readSwitches(model, {})).toEqual({});
  expect(readSwitches({ ...model, reads: ["image"], tools: false, small: true }, {})).toEqual({});
  expect(readSwitches(model, { image: false, pdf: false, tools: true, small: false })).toEqual({});
});

test("a kind of file is saved beside the other one that is in force", () => {
  expect(readSwitches(model, { image: true })).toEqual({ reads: ["image"] });
  expect(readSwitches({ ...model, reads: ["image"] }, { pdf: true })).toEqual({ reads: ["image", "pdf"] });
  expect(readSwitches({ ...model, reads: ["image"] }, { image: false })).toEqual({ reads: [] });
});

test("tools and the cheap one are saved by themselves", () => {
  expect(readSwitches(model, { tools: false })).toEqual({ tools: false });
  expect(readSwitches({ ...model, tools: false }, { tools: true })).toEqual({ tools: true });
  expect(readSwitches(model, { small: true })).toEqual({ small: true });
  expect(readSwitches({ ...model, begins_thinking: false }, { begins_thinking: true })).toEqual({
    begins_thinking: true,
  });
  expect(readSwitches({ ...model, begins_thinking: true }, { begins_thinking: false })).toEqual({
    begins_thinking: null,
  });
});
