/** Decides whether a pressed key is a text field's or the command's, where it means something to both. */

import type { Yields } from "../../../src-preload/contract/window/commands";
import { isMac } from "../../platform/commands/key-names";
import { isTextField } from "../../ui/focus";
import { undoesText } from "./text-undo";

export const isOfField = (yields: Yields, target: EventTarget | null): boolean =>
  yields === "undo" ? undoesText(target) : movesCaret(yields, textIn(target), isMac());

/**
 * Returns true where the key moves a caret on this system, and there is a text to move it in.
 * @param text undefined outside of text fields
 */
export const movesCaret = (
  yields: Exclude<Yields, "undo">,
  text: string | undefined,
  isMac: boolean,
): boolean => text !== undefined && text !== "" && (yields === "caret-on-mac") === isMac;

function textIn(target: EventTarget | null): string | undefined {
  if (!isTextField(target)) return undefined;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return target.value;
  return (target as HTMLElement).textContent;
}
