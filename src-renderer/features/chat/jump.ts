/** From one message of the user to the next, by key: it is scrolled to the top and gets the focus, which also says what it is. */
import { t } from "../../language/language";
import { say } from "../../state/announce";
import { activePane, elementOfPane, type Pane } from "../../state/pane";

/** Pixels between the top of the view and the message that was jumped to. */
const MARGIN = 12;

const scrollerOf = (pane: Pane) =>
  elementOfPane(pane)?.querySelector<HTMLElement>(".conversation-scroller") ?? null;

/** The page as React has put it after what was just loaded. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

function show(box: HTMLElement, article: HTMLElement): void {
  article.focus({ preventScroll: true });
  box.scrollTop += article.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
}

/** The questions before or after where the reader is: at the message that has the focus, else at the top of the view. */
function nextOne(box: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  const questions = [...box.querySelectorAll<HTMLElement>("article[data-role=user]")];
  const focused = document.activeElement?.closest("article");
  const from = focused?.getBoundingClientRect().top ?? box.getBoundingClientRect().top + MARGIN;
  const topOf = (article: HTMLElement) => article.getBoundingClientRect().top;
  return step < 0
    ? questions.findLast((article) => article !== focused && topOf(article) < from - 1)
    : questions.find((article) => article !== focused && topOf(article) > from + 1);
}

/** Loads what is earlier as far as needed. @throws CallError */
export async function jump(step: -1 | 1): Promise<void> {
  const pane = activePane();
  const box = scrollerOf(pane);
  if (box === null) return;
  const { session_id } = pane.view.getState();
  let found = nextOne(box, step);
  while (found === undefined && step < 0 && pane.view.getState().more) {
    const before = pane.view.getState().cells.length;
    await pane.shown.loadEarlier();
    await painted();
    const { session_id: now, cells } = pane.view.getState();
    if (now !== session_id || cells.length === before) return;
    found = nextOne(box, step);
  }
  if (found !== undefined) return show(box, found);
  if (step > 0) toEnd();
  say(t(step < 0 ? "chat:jump.no-earlier" : "chat:jump.no-later"));
}

export function toEnd(): void {
  const box = scrollerOf(activePane());
  if (box !== null) box.scrollTop = box.scrollHeight;
}
