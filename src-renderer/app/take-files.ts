/** Takes files that somebody drops anywhere on the window, or pastes (AG-7). What brings them into the message is fetched with the first. */
import { doing } from "../thread/actions";

const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes("Files") === true;

/** The browser forgets the files of an event when that is over. */
function take({ target }: Event, { files }: DataTransfer): void {
  const some = [...files];
  if (some.length === 0) return;
  const at = target instanceof Element ? target : undefined;
  doing(async () => (await import("./bring-files")).bringFiles(some, at));
}

/** The browser tells a drop only where the page has said that it takes one. */
function onDragOver(event: DragEvent): void {
  if (holdsFiles(event.dataTransfer)) event.preventDefault();
}

function onDrop(event: DragEvent): void {
  if (!holdsFiles(event.dataTransfer)) return;
  event.preventDefault();
  take(event, event.dataTransfer);
}

/** A spreadsheet pastes a picture of its cells beside their text: the text is what was meant. */
function onPaste(event: ClipboardEvent): void {
  const { clipboardData } = event;
  if (!holdsFiles(clipboardData) || clipboardData.getData("text/plain") !== "") return;
  event.preventDefault();
  take(event, clipboardData);
}

export function takeFiles(): void {
  window.addEventListener("dragover", onDragOver);
  window.addEventListener("drop", onDrop);
  window.addEventListener("paste", onPaste);
}
