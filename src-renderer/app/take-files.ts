/**
 * Takes files that somebody drops anywhere on the window, or pastes (AG-7), and says so where something else is dropped. The code that
 * brings files into the message is fetched with the first.
 */
import { doing } from "../thread/actions";
import { isTextField } from "../ui/focus";

const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes("Files") === true;

/** The browser forgets the files of an event when that is over. */
function take({ target }: Event, { files }: DataTransfer): void {
  const some = [...files];
  if (some.length === 0) return;
  const at = target instanceof Element ? target : undefined;
  doing(async () => (await import("./bring-files")).bringFiles(some, at));
}

/** True while something of the page itself is dragged, such as marked text. */
let dragsOwn = false;

/** Returns true for a text or a link from elsewhere that no text field takes. */
const isUntaken = ({ target }: DragEvent): boolean => !dragsOwn && !isTextField(target);

/** The browser tells a drop only where the page has said that it takes one. */
function onDragOver(event: DragEvent): void {
  if (holdsFiles(event.dataTransfer) || isUntaken(event)) event.preventDefault();
}

function onDrop(event: DragEvent): void {
  if (holdsFiles(event.dataTransfer)) {
    event.preventDefault();
    take(event, event.dataTransfer);
  } else if (isUntaken(event)) {
    event.preventDefault();
    doing(async () => (await import("./bring-files")).tellUntaken());
  }
}

/**
 * A spreadsheet or a word processor pastes a picture beside its text, which has a form of its own: the text is what was meant. Finder pastes
 * the names of files beside the files, as plain text alone.
 */
const meansText = (clipboard: DataTransfer): boolean =>
  clipboard.getData("text/plain") !== "" && FORMED.some((type) => clipboard.types.includes(type));
const FORMED = ["text/html", "text/rtf"];

function onPaste(event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!holdsFiles(clipboardData) || meansText(clipboardData)) return;
  event.preventDefault();
  take(event, clipboardData);
}

export function takeFiles(): void {
  // No end is told of a drag whose element has left the page: the next press ends it.
  window.addEventListener("pointerdown", () => {
    dragsOwn = false;
  });
  window.addEventListener("dragstart", () => {
    dragsOwn = true;
  });
  window.addEventListener("dragend", () => {
    dragsOwn = false;
  });
  window.addEventListener("dragover", onDragOver);
  window.addEventListener("drop", onDrop);
  window.addEventListener("paste", onPaste);
}
