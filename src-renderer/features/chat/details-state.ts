/** The message whose details are shown, and the element that they stand beside. */
import { createStore } from "zustand/vanilla";
import type { MessageCell } from "../../thread/view/message-cell";

interface ShownDetails {
  cell: MessageCell;
  article: HTMLElement;
}

export const shownDetails = createStore<{ shown: ShownDetails | undefined }>(() => ({ shown: undefined }));

export const showDetails = ({ cell, article }: ShownDetails): void =>
  shownDetails.setState({ shown: { cell, article } });
export const hideDetails = (): void => shownDetails.setState({ shown: undefined });
