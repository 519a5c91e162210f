/** The tokens in the main composer: by its characters at once, and counted when its user pauses (TK-3). */

import { createStore } from "zustand/vanilla";
import { LONGEST_TEXT } from "../../../src-preload/contract/domain/limits";
import { call } from "../../platform/bridge";
import { latest } from "../../platform/latest";
import { currentModel } from "../../thread/model/current-model";
import { mainThread } from "../../thread/thread";

/** Characters of a token, about. */
const CHARACTERS = 4;
/** Milliseconds. */
const PAUSE = 500;

export const draftSize = createStore(() => ({ tokens: 0 }));

const counts = latest(() => mainThread.written.getState());
let timer: ReturnType<typeof setTimeout> | undefined;

mainThread.written.subscribe(({ characters }) => {
  clearTimeout(timer);
  draftSize.setState({ tokens: Math.ceil(characters / CHARACTERS) });
  if (characters > 0 && characters <= LONGEST_TEXT) timer = setTimeout(count, PAUSE);
});

/** A failure leaves the estimate. */
function count(): void {
  const model = currentModel(mainThread);
  const text = mainThread.draftText();
  if (model === undefined || text === "") return;
  void counts(
    () => call("context.measure", { model, text }),
    (tokens) => draftSize.setState({ tokens }),
  ).catch(() => {});
}
