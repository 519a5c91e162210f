/**
 * Keys pressed before a window's page can take them are held and typed once it can: Chromium drops them. Without it, users who type as soon
 * as they see a window would find the beginning of their message gone.
 */
import type { Input, WebContents } from "electron";
import { PAGE_URL } from "../security/protocol";

/** More than anybody types while a window opens; a key that lies under a book need not fill the memory. */
const MOST = 2_000;

/** A key that writes; the menu's are the menu's. Control with Alt is how some keyboards write what stands third on a key. */
const writes = ({ type, key, control, alt, meta }: Input): boolean =>
  type === "keyDown" && !meta && control === alt && ([...key].length === 1 || key in NAMED);

/** By the names that the page gives keys: those by which they are pressed. */
const NAMED: Readonly<Record<string, string>> = { Enter: "Return", Backspace: "Backspace" };

function type(contents: WebContents, { key, shift }: Pick<Input, "key" | "shift">): void {
  const name = NAMED[key];
  // No keyboard event can carry a sign of two halves: such a sign is put in as text.
  if (name === undefined && key.length > 1) return void contents.insertText(key);
  const press = { keyCode: name ?? key, modifiers: shift && name !== undefined ? ["shift" as const] : [] };
  contents.sendInputEvent({ type: "keyDown", ...press });
  if (key !== "Backspace") contents.sendInputEvent({ type: "char", ...press });
  contents.sendInputEvent({ type: "keyUp", ...press });
}

/** Holds keys from now on. The returned function types them in their order; it is called when the page listens. */
export function holdEarlyKeys(contents: WebContents): () => void {
  const held: Pick<Input, "key" | "shift">[] = [];
  const hold = (event: Electron.Event, input: Input) => {
    if (!writes(input) || held.length === MOST) return;
    event.preventDefault();
    held.push({ key: input.key, shift: input.shift });
  };
  const leave = (_event: Electron.Event, url: string) => {
    // Another page than the one that has a composer: it has no use for them, and its own for keys.
    if (url !== PAGE_URL) letGo();
  };
  const letGo = () => {
    contents.off("before-input-event", hold);
    contents.off("did-navigate", leave);
  };
  contents.on("before-input-event", hold);
  contents.on("did-navigate", leave);
  return () => {
    letGo();
    for (const key of held.splice(0)) type(contents, key);
  };
}
