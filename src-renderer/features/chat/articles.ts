/** The messages of a conversation as elements of the page. Only the rows around the view are built. */
import type { MessageId } from "../../../src-preload/contract/domain/ids";

export const articlesIn = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>("article[data-message-id]"),
];

/** Returns the element of a message, or of the note that stands for it, if its row is built. */
export const articleIn = (box: Element, id: MessageId): HTMLElement | undefined =>
  box.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(id)}"]`) ?? undefined;

/** Returns the first message that ends more than `below` CSS pixels below the top of the view. */
export function topArticle(box: Element, below = 1): HTMLElement | undefined {
  const line = box.getBoundingClientRect().top + below;
  return articlesIn(box).find((article) => article.getBoundingClientRect().bottom > line);
}
