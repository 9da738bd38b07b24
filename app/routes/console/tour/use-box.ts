import { useEffect, useState } from "react";

/** Where the first of some elements is that can be seen; undefined as long as there is none. */
export function useBox(selectors: readonly string[]): DOMRect | undefined {
  const [box, setBox] = useState(() => boxOf(selectors));
  const all = selectors.join("\n");
  useEffect(() => {
    let frame = 0;
    let last = "";
    // A screen that loads, scrolls or opens a menu moves what is pointed at, and none of that says so.
    const look = () => {
      const now = boxOf(all.split("\n"));
      const said = now ? `${now.x} ${now.y} ${now.width} ${now.height}` : "";
      if (said !== last) setBox(now);
      last = said;
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [all]);
  return box;
}

function boxOf(selectors: readonly string[]): DOMRect | undefined {
  for (const selector of selectors)
    for (const each of document.querySelectorAll(selector)) {
      const box = each.getBoundingClientRect();
      if (box.width > 1 && each.checkVisibility({ visibilityProperty: true })) return box;
    }
  return undefined;
}
