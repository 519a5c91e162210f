import { beforeEach, expect, it, vi } from "vitest";
import { closeDialog, openDialog } from "../platform/dialogs";
import { followFocus } from "./surface";
import { activeThread, mainThread, sideThread } from "./thread";

const page = vi.hoisted(() => {
  class Element {
    constructor(readonly within?: Element) {}
    contains(other: Element | undefined): boolean {
      return other === this || (other?.within !== undefined && this.contains(other.within));
    }
  }
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("Element", Element);
  const body = new Element();
  const listeners: ((event: { target: Element }) => void)[] = [];
  const document = {
    body,
    activeElement: body,
    documentElement: {},
    addEventListener: (_: string, listener: (typeof listeners)[0]) => listeners.push(listener),
  };
  vi.stubGlobal("document", document);
  const focus = (target: Element) => {
    document.activeElement = target;
    // The page itself takes the focus without an event.
    if (target !== body) for (const listener of listeners) listener({ target });
  };
  return { Element, body, focus };
});

const frame = new page.Element(page.body);
const side = new page.Element(frame);
const inDialog = new page.Element(page.body);
const sidebar = new page.Element(page.body);

followFocus();
beforeEach(() => {
  closeDialog();
  sideThread.frameRef(frame as unknown as HTMLElement);
  page.focus(side);
});

it("is the one with the focus", () => {
  expect(activeThread()).toBe(sideThread);
  page.focus(sidebar);
  expect(activeThread()).toBe(mainThread);
});

it("is that from which a dialog was opened, while it is open and until the focus is back", () => {
  openDialog({ name: "go-to" });
  page.focus(inDialog);
  expect(activeThread()).toBe(sideThread);
  // One dialog may open another.
  closeDialog();
  page.focus(page.body);
  expect(activeThread()).toBe(sideThread);
  openDialog({ name: "prompt-history" });
  page.focus(inDialog);
  expect(activeThread()).toBe(sideThread);
  closeDialog();
  page.focus(sidebar);
  expect(activeThread()).toBe(mainThread);
});

it("is the main one for a dialog that was opened elsewhere, or whose thread has gone", () => {
  page.focus(sidebar);
  openDialog({ name: "go-to" });
  page.focus(inDialog);
  expect(activeThread()).toBe(mainThread);
  closeDialog();
  page.focus(side);
  openDialog({ name: "go-to" });
  sideThread.frameRef(null);
  expect(activeThread()).toBe(mainThread);
});
