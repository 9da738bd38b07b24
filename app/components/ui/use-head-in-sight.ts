import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Marks a box whose table is wider than it as `data-wide`: it scrolls sideways, so nothing in it sticks to the page, and the
 * head is moved along instead (`--head-shift`). Otherwise it sticks by itself, `--head-top` below the top of what scrolls.
 */
export function useHeadInSight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const table = box?.querySelector("table");
    if (!box || !table) return;
    const follow = () => follows(box, table);
    const measure = () => {
      box.toggleAttribute("data-wide", table.offsetWidth > box.clientWidth + 1);
      follow();
    };
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(box);
    watching.observe(table);
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      watching.disconnect();
      document.removeEventListener("scroll", follow, { capture: true });
    };
  }, []);
  return ref;
}

/** Moves the head of a wide table to where the page, dialog or panel around it begins, as far as its last row. */
function follows(box: HTMLElement, table: HTMLTableElement): void {
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
