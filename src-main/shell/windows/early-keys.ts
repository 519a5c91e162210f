/**
 * Holds keys that are pressed before a window's page listens, and types them once it does: Chromium drops them. Without this a user who
 * types as soon as they see a window would lose the beginning of their message.
 */
import type { Input, WebContents } from "electron";
import { PAGE_URL } from "../security/protocol";

/** More keys than anybody types while a window opens: a book on the keyboard must not fill the memory. */
const MOST = 2_000;

/** Returns true for a key that writes; others belong to the menu. Some keyboards write a key's third sign with Control and Alt. */
const writes = ({ type, key, control, alt, meta }: Input): boolean =>
  type === "keyDown" && !meta && control === alt && ([...key].length === 1 || key in NAMED);

/** Keys that write without a sign of their own: the page's names for them, and the names by which they are pressed. */
const NAMED: Readonly<Record<string, string>> = { Enter: "Return", Backspace: "Backspace" };

function type(contents: WebContents, { key, shift }: Pick<Input, "key" | "shift">): void {
  const name = NAMED[key];
  // No keyboard event can carry a sign of two halves, so it is inserted as text.
  if (name === undefined && key.length > 1) return void contents.insertText(key);
  const press = { keyCode: name ?? key, modifiers: shift && name !== undefined ? ["shift" as const] : [] };
  contents.sendInputEvent({ type: "keyDown", ...press });
  if (key !== "Backspace") contents.sendInputEvent({ type: "char", ...press });
  contents.sendInputEvent({ type: "keyUp", ...press });
}

/** Holds keys from now on. Returns the function that types them in their order, for when the page listens. */
export function holdEarlyKeys(contents: WebContents): () => void {
  const held: Pick<Input, "key" | "shift">[] = [];
  const hold = (event: Electron.Event, input: Input) => {
    if (!writes(input) || held.length === MOST) return;
    event.preventDefault();
    held.push({ key: input.key, shift: input.shift });
  };
  const leave = (_event: Electron.Event, url: string) => {
    // Another page than the app's has no composer, and needs its keys itself.
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
