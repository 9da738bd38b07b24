/** Moves the head of a wide table to where the page, dialog or panel around it begins, as far as its last row. */
export function moveHead(box: HTMLElement, table: HTMLTableElement): void {
  const head = table.tHead;
  if (!box.hasAttribute("data-wide") || !head) return void table.style.removeProperty("--head-shift");
  const { top, bottom } = table.getBoundingClientRect();
  // The margin is `--head-top` in pixels.
  const edge = topOfScroller(box) + parseFloat(getComputedStyle(box).scrollMarginTop);
  const shift = Math.min(edge, bottom - 2 * head.offsetHeight) - top;
  table.style.setProperty("--head-shift", `${Math.max(0, Math.round(shift))}px`);
}

function topOfScroller(box: HTMLElement): number {
  for (let around = box.parentElement; around; around = around.parentElement)
    if (around !== document.documentElement && /auto|scroll/.test(getComputedStyle(around).overflowY))
      return around === document.body ? 0 : around.getBoundingClientRect().top;
  return 0;
}
