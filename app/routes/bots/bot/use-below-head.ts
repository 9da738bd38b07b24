import { type RefObject, useLayoutEffect, useRef } from "react";

/** Of the console's own bar (`top-13`), below which the bot's head sticks. */
const BAR_REM = 3.25;

/** Tells the parts below a head that sticks where it ends, as `--below-head`; its tabs and buttons may take two lines. */
export function useBelowHead(): {
  frame: RefObject<HTMLDivElement | null>;
  head: RefObject<HTMLElement | null>;
} {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = head.current;
    if (!element) return;
    const tell = () =>
      frame.current?.style.setProperty("--below-head", `calc(${BAR_REM}rem + ${element.offsetHeight}px)`);
    tell();
    const watching = new ResizeObserver(tell);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return { frame, head };
}
