import { type RefObject, useLayoutEffect, useRef } from "react";
import { loadPart } from "#app/lib/load-part.ts";
import type { moveHead } from "./move-head.ts";

/**
 * Marks a box whose table is wider than it as `data-wide`: it scrolls sideways, so nothing in it sticks to the page, and the
 * head is moved along instead (`--head-shift`). Otherwise it sticks by itself, `--head-top` below the top of what scrolls.
 */
export function useHeadInSight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const table = box?.querySelector("table");
    // In a box that scrolls downwards, too, the head sticks to the box.
    if (!box || !table || getComputedStyle(box).overflowY === "auto") return;
    // Few tables are wider than a page: what moves their heads comes with the first of them.
    let move: typeof moveHead | undefined;
    const follow = () => move?.(box, table);
    const measure = () => {
      const isWide = table.offsetWidth > box.clientWidth + 1;
      box.toggleAttribute("data-wide", isWide);
      if (!isWide || move) return follow();
      void loadPart(() => import("./move-head.ts")).then(
        (part) => {
          move = part.moveHead;
          follow();
        },
        () => undefined,
      );
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
