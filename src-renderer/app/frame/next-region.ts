/** F6 and Shift+F6: move the focus from region to region, in the order of reading, and round again. */

/** The regions in the order of reading, each with the elements that take its focus. A region is an element with `data-region`. */
const REGIONS = {
  sidebar: "[role=treeitem][tabindex='0'], [role=treeitem], button",
  /** The notice of the user's last action, while it is shown. */
  done: "button",
  conversation: "[data-thread=compared] [role=log], [role=log]",
  composer: "textarea",
  "side-panel-summary": "section",
  "side-panel-conversation": "[role=log]",
  "side-panel-composer": "textarea",
} as const;

export type RegionName = keyof typeof REGIONS;
const names = Object.keys(REGIONS) as RegionName[];

const elementOf = (name: RegionName) => {
  const region = document.querySelector<HTMLElement>(`[data-region=${name}]`);
  if (!region || region.closest("[hidden]") !== null) return undefined;
  return getComputedStyle(region).visibility === "hidden" ? undefined : region;
};

/** Focuses the first of the region's elements that exists: in a tree the one item that Tab reaches. */
export function focusRegion(name: RegionName): boolean {
  const region = elementOf(name);
  for (const selector of REGIONS[name].split(", ")) {
    const target = region?.querySelector<HTMLElement>(selector);
    if (!target) continue;
    target.focus({ focusVisible: true } as FocusOptions);
    return true;
  }
  return false;
}

export function moveToRegion(step: 1 | -1): void {
  const at = names.findIndex((name) => elementOf(name)?.contains(document.activeElement));
  const from = at === -1 && step === -1 ? 0 : at;
  for (let n = 1; n <= names.length; n++) {
    const name = names[(from + step * n + names.length * n) % names.length];
    if (name !== undefined && focusRegion(name)) return;
  }
}
