/** Says that files cannot be attached yet, where somebody drops or pastes one. */

import { t } from "../platform/language/language";
import { showDone } from "../platform/notices";

const namesOf = ({ files }: DataTransfer): string[] => [...files].map(({ name }) => name);

function refuse(transfer: DataTransfer): void {
  const [name = "", ...more] = namesOf(transfer);
  showDone({ words: t("composer:not-taken", { name, count: more.length + 1 }) });
}

const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes("Files") === true;

/** The browser tells a drop only where the page has said that it takes one. */
function onDragOver(event: DragEvent): void {
  if (holdsFiles(event.dataTransfer)) event.preventDefault();
}

function onDrop(event: DragEvent): void {
  if (!holdsFiles(event.dataTransfer)) return;
  event.preventDefault();
  refuse(event.dataTransfer);
}

/** A spreadsheet pastes a picture of its cells beside their text: the text is what was meant. */
function onPaste({ clipboardData }: ClipboardEvent): void {
  if (holdsFiles(clipboardData) && clipboardData.getData("text/plain") === "") refuse(clipboardData);
}

export function refuseFiles(): void {
  window.addEventListener("dragover", onDragOver);
  window.addEventListener("drop", onDrop);
  window.addEventListener("paste", onPaste);
}
