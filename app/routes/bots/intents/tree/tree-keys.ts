/** Marks the line of a row, and in it the link that has the focus for it and the button that folds it. */
export const treeRow = { "data-tree-row": "" } as const;
export const treeLink = { "data-tree-link": "" } as const;
export const treeToggle = { "data-tree-toggle": "", tabIndex: -1 } as const;

const ROW = "[data-tree-row]";
const LINK = "[data-tree-link]";
const CURRENT = `${LINK}[aria-current]`;

/**
 * Moves in nested lists of links as in a tree: one Tab stop, however long the lists are; up and down go from row to row,
 * right unfolds and goes in, left folds and goes out. The links stay links for everything else. It is the list's ref.
 */
export function treeKeys(tree: HTMLUListElement): () => void {
  let last: HTMLElement | null = null;
  const links = () => [...tree.querySelectorAll<HTMLElement>(LINK)];
  const settle = () => {
    const stop = last && tree.contains(last) ? last : (tree.querySelector(CURRENT) ?? links()[0]);
    for (const row of tree.querySelectorAll<HTMLElement>(ROW)) {
      const here = stop !== undefined && row.contains(stop);
      for (const control of row.querySelectorAll<HTMLElement>("a, button:not([data-tree-toggle])")) {
        control.tabIndex = here ? 0 : -1;
      }
    }
  };
  const onFocus = ({ target }: FocusEvent) => {
    const link = (target as HTMLElement).closest(ROW)?.querySelector<HTMLElement>(LINK);
    if (!link || link === last) return;
    last = link;
    settle();
  };
  const onKey = (event: KeyboardEvent) => {
    const link = event.target as HTMLElement;
    if (!link.matches(LINK) || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = next(event.key, link, links());
    if (to === undefined) return;
    event.preventDefault();
    to?.focus();
  };
  settle();
  const rows = new MutationObserver(settle);
  rows.observe(tree, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-current"] });
  tree.addEventListener("focusin", onFocus);
  tree.addEventListener("keydown", onKey);
  return () => {
    rows.disconnect();
    tree.removeEventListener("focusin", onFocus);
    tree.removeEventListener("keydown", onKey);
  };
}

/** Where a key leads: a link, null for nowhere (or a fold), undefined for a key that is none of the tree's. */
function next(key: string, link: HTMLElement, links: HTMLElement[]): HTMLElement | null | undefined {
  const at = links.indexOf(link);
  const toggle = link.closest(ROW)?.querySelector<HTMLElement>("[data-tree-toggle]");
  const open = toggle?.getAttribute("aria-expanded") === "true";
  switch (key) {
    case "ArrowDown":
      return links[at + 1] ?? null;
    case "ArrowUp":
      return links[at - 1] ?? null;
    case "Home":
      return links[0] ?? null;
    case "End":
      return links.at(-1) ?? null;
    case "ArrowRight":
      if (toggle && !open) toggle.click();
      return open ? (link.closest("li")?.querySelector<HTMLElement>(`:scope ul ${LINK}`) ?? null) : null;
    case "ArrowLeft":
      if (toggle && open) toggle.click();
      return toggle ? null : (link.closest("ul")?.closest("li")?.querySelector<HTMLElement>(LINK) ?? null);
    default:
      return undefined;
  }
}
