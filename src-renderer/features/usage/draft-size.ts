/** The tokens in the main composer: by its characters and files at once, and counted when its user pauses (TK-3). */

import { createStore } from "zustand/vanilla";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { call } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { currentModel } from "../../thread/model/current-model";
import { mainThread } from "../../thread/thread";
import { guessedDraft } from "./context";

/** Milliseconds. */
const PAUSE = 500;

export const draftSize = createStore(() => ({ tokens: 0 }));

/** The number of changes of the draft so far. */
let changes = 0;
const counts = latest(() => changes);
let timer: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  const { characters } = mainThread.written.getState();
  const { length } = mainThread.files.list;
  changes += 1;
  clearTimeout(timer);
  draftSize.setState({ tokens: guessedDraft(characters, length) });
  if (characters + length > 0 && characters <= LONGEST_TEXT) timer = setTimeout(count, PAUSE);
}
mainThread.written.subscribe(changed);
mainThread.files.store.subscribe(changed);

/** A failure leaves the estimate. */
function count(): void {
  const model = currentModel(mainThread);
  const text = mainThread.draftText();
  const attachments = mainThread.files.list;
  if (model === undefined || (text === "" && attachments.length === 0)) return;
  void counts(
    () => call("context.measure", { model, text, attachments }),
    (tokens) => draftSize.setState({ tokens }),
  ).catch(() => {});
}
