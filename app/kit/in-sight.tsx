import { type ReactNode, useEffect, useRef } from "react";

/**
 * Something that a press has brought and that may be out of sight, such as the reason of a refusal above a long form: the
 * page scrolls there, and the focus goes with it. Something already in sight leaves the focus where it is.
 */
export function InSight({
  what,
  round,
  children,
}: {
  /** Empty where there is nothing. */
  what: string;
  /** Counts the presses: the same again is shown again. */
  round: number;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!what || !box.current || isSeen(box.current)) return;
    box.current.scrollIntoView({ block: "nearest" });
    box.current.focus({ preventScroll: true });
  }, [what, round]);
  return (
    what && (
      <div ref={box} tabIndex={-1}>
        {children}
      </div>
    )
  );
}

/** Of the page's scroll padding so much is air below the bars that cover its first rows. */
const AIR = 20;

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) - AIR;
  return top >= (covered || 0) && bottom <= innerHeight;
}
