/**
 * Ctrl+ArrowUp and Ctrl+ArrowDown in an empty composer walk through earlier messages, first of this session, then of all others. ArrowUp
 * does so too where it has no message to edit, and once a walk has begun.
 */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { HistoryCursor } from "../../../src-preload/contract/domain/sessions";
import { call } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { removedPrompts } from "../../platform/removed-prompts";
import { doing } from "../../thread/actions";
import { useThread } from "../../thread/thread";
import { MOST_IN_BOX } from "../../thread/writing/large-text";
import type { TextBox } from "../../thread/writing/use-large-text";
import { type FetchSaid, SaidBefore } from "./said-before";
import { useWhenEmpty } from "./use-when-empty";

const PAGE = 20;

function fetchSaid(session_id: SessionId | null): FetchSaid {
  let from: HistoryCursor | undefined = { in: "session" };
  return async () => {
    if (from === undefined) return undefined;
    const page = await call("history.list", { session_id, from, limit: PAGE });
    from = page.next;
    return page.texts;
  };
}

export interface History {
  /** Returns true if the key was a step of the walk. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
  /** Ends the walk, because the text is sent or another session is shown. */
  forget(): void;
  /** Returns true while the box shows an earlier message. */
  isWalking(): boolean;
}

export function useHistory(textBox: TextBox, setText: (text: string) => void): History {
  const { view, large } = useThread();
  const walk = useRef<SaidBefore>(undefined);
  /** The removals that the walk knows of. */
  const removed = useRef(0);
  /** A text of the walk: what is in the box, and a long text that stands beside it. */
  const whole = () => large.whole(textBox.current?.value ?? "");
  // A step never replaces text that the user typed while it was loading.
  const [steps] = useState(() => latest(whole));
  const [forget] = useState(() => () => {
    steps.drop();
    walk.current = undefined;
  });
  useEffect(
    () =>
      view.subscribe(({ session_id }, before) => {
        if (session_id !== before.session_id) forget();
      }),
    [view, forget],
  );
  // A recalled text that was sent, or deleted, is no place from which to go back. An own step to the empty beginning goes on.
  const [forgetRecalled] = useState(() => () => {
    if (walk.current?.shows(whole()) === false) forget();
  });
  useWhenEmpty(textBox, forgetRecalled);

  const show = (text: string | undefined) => {
    const box = textBox.current;
    if (text === undefined || box === null) return;
    // The text before this one is kept by the walk, also where it was held.
    large.letGo();
    setText(text.length > MOST_IN_BOX ? large.hold(text, "") : text);
    box.setSelectionRange(box.textLength, box.textLength);
  };
  const older = async () => {
    const { session_id = null } = view.getState();
    walk.current ??= new SaidBefore(whole(), fetchSaid(session_id));
    const said = walk.current;
    const isNew = removed.current !== removedPrompts.count;
    removed.current = removedPrompts.count;
    const here = isNew ? said.renew(whole(), fetchSaid(session_id)) : whole();
    await steps(() => said.older(here), show);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const step = stepOf(event, whole, walk.current);
    if (step === undefined) return false;
    event.preventDefault();
    if (step === "older") doing(older);
    else show(step === "newer" ? walk.current?.newer(whole()) : walk.current?.back());
    return true;
  };
  return { onKeyDown, forget, isWalking: () => walk.current?.walking === true };
}

/**
 * A walk begins in an empty composer, with nothing beside its box either, and goes on with the caret at either end. Anywhere else the arrows
 * move the caret. Escape goes back from a recalled text alone: what the user has made of it is theirs.
 */
function stepOf(
  { key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent, currentTarget }: KeyboardEvent<HTMLTextAreaElement>,
  whole: () => string,
  said: SaidBefore | undefined,
): "older" | "newer" | "back" | undefined {
  if (shiftKey || altKey || (ctrlKey && metaKey) || nativeEvent.isComposing) return undefined;
  const walking = said?.walking === true;
  if (key === "Escape") return walking && said.shows(whole()) && !ctrlKey && !metaKey ? "back" : undefined;
  const { selectionStart, selectionEnd, textLength } = currentTarget;
  const atEnd = selectionStart === selectionEnd && (selectionStart === 0 || selectionStart === textLength);
  if (!atEnd || !(walking || whole() === "")) return undefined;
  if (key === "ArrowUp") return "older";
  return key === "ArrowDown" && walking ? "newer" : undefined;
}
