/** F6 and Shift+F6: move the focus from pane to pane, in the order of reading, and round again. */

/** The panes in the order of reading, each with the elements that take its focus. A pane is an element with `data-pane`. */
const PANES = {
  sidebar: "[role=treeitem][tabindex='0'], [role=treeitem], button",
  /** The notice of the user's last action, while it is shown. */
  done: "button",
  conversation: ".compared [role=log], [role=log]",
  composer: "textarea",
  "side-panel-summary": "section",
  "side-panel-conversation": "[role=log]",
  "side-panel-composer": "textarea",
} as const;

export type PaneName = keyof typeof PANES;
const names = Object.keys(PANES) as PaneName[];

const elementOf = (name: PaneName) => {
  const pane = document.querySelector<HTMLElement>(`[data-pane=${name}]`);
  if (!pane || pane.closest("[hidden]") !== null) return undefined;
  return getComputedStyle(pane).visibility === "hidden" ? undefined : pane;
};

/** Focuses the first of the pane's elements that exists: in a tree the one item that Tab reaches. */
export function focusPane(name: PaneName): boolean {
  const pane = elementOf(name);
  for (const selector of PANES[name].split(", ")) {
    const target = pane?.querySelector<HTMLElement>(selector);
    if (!target) continue;
    target.focus({ focusVisible: true } as FocusOptions);
    return true;
  }
  return false;
}

export function movePane(step: 1 | -1): void {
  const at = names.findIndex((name) => elementOf(name)?.contains(document.activeElement));
  const from = at === -1 && step === -1 ? 0 : at;
  for (let n = 1; n <= names.length; n++) {
    const name = names[(from + step * n + names.length * n) % names.length];
    if (name !== undefined && focusPane(name)) return;
  }
}
