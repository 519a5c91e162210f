import { expect, it } from "vitest";
import { forgetProvider, forgetTyped, forms, noteTyped, typedIn } from "./unsaved";

it("what is typed into a form is added to what was, and is forgotten with that form alone", () => {
  const adding = forms.adding("other", false);
  noteTyped(adding, { id: "mine" });
  noteTyped(adding, { address: "http://127.0.0.1" });
  noteTyped(forms.adding("other", true), { keep: "run" });
  noteTyped(forms.model("mine", "big"), { input: "2" });
  noteTyped(forms.model("mine", "big one"), { input: "3" });
  expect(typedIn(adding)).toEqual({ id: "mine", address: "http://127.0.0.1" });
  forgetTyped(adding);
  forgetTyped(forms.model("mine", "big"));
  expect(typedIn(adding)).toBeUndefined();
  expect(typedIn(forms.model("mine", "big"))).toBeUndefined();
  expect(typedIn(forms.adding("other", true))).toEqual({ keep: "run" });
  expect(typedIn(forms.model("mine", "big one"))).toEqual({ input: "3" });
});

it("what was typed about a provider goes with it, and nothing of one whose name begins alike", () => {
  for (const id of ["mine", "mine-2"]) {
    noteTyped(forms.address(id), { address: "x" });
    noteTyped(forms.model(id, "mine"), { switches: { small: true } });
  }
  forgetProvider("mine");
  expect(typedIn(forms.address("mine"))).toBeUndefined();
  expect(typedIn(forms.model("mine", "mine"))).toBeUndefined();
  expect(typedIn(forms.address("mine-2"))).toEqual({ address: "x" });
  expect(typedIn(forms.model("mine-2", "mine"))).toEqual({ switches: { small: true } });
});
