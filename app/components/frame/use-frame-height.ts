import { useEffect, useState } from "react";

/** Height of the bar above the frame, in pixels. */
const BAR = 56;
const SETTLED_MS = 150;

/** The frame's height: the window's minus 56, recalculated 150 ms after the last resize. */
export function useFrameHeight(): number {
  const [height, setHeight] = useState(() => window.innerHeight - BAR);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeight(window.innerHeight - BAR), SETTLED_MS);
    };
    addEventListener("resize", onResize);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", onResize);
    };
  }, []);
  return height;
}
