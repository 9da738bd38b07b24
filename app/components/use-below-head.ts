import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Tells the parts below a head that sticks where it ends, as `name`; its tabs and buttons may take two lines. It sticks below
 * the console's own bar (`top-13`), or whatever else is `above` it. Without a frame they are those beside it.
 */
export function useBelowHead<Head extends HTMLElement = HTMLElement>(
  name = "--below-head",
  above = "3.25rem",
): { frame: RefObject<HTMLDivElement | null>; head: RefObject<Head | null> } {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<Head>(null);
  useLayoutEffect(() => {
    const element = head.current;
    if (!element) return;
    const around = frame.current ?? element.parentElement;
    const tell = () => around?.style.setProperty(name, `calc(${above} + ${element.offsetHeight}px)`);
    tell();
    const watching = new ResizeObserver(tell);
    watching.observe(element);
    return () => {
      watching.disconnect();
      around?.style.removeProperty(name);
    };
  }, [name, above]);
  return { frame, head };
}
