import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx.ts";

export type TooltipSide = "top" | "bottom" | "left" | "right";

export interface TooltipProps {
  text: string;
  side?: TooltipSide;
  /** One focusable element with an accessible name of its own: the tooltip only repeats it visually. */
  children: ReactNode;
  className?: string;
}

/** Shown on hover and on keyboard focus; Escape hides it, and it stays while the pointer is on it. */
export function Tooltip({ text, side = "bottom", children, className }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const hide = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) hide();
  };
  return (
    // It only observes events of the control inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={anchor}
      className={cx("inline-flex", className)}
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children}
      {open && <Tip anchor={anchor} text={text} side={side} />}
    </span>
  );
}

/** In a portal, so that no scrolling ancestor cuts it off. */
function Tip({
  anchor,
  text,
  side,
}: {
  anchor: RefObject<HTMLElement | null>;
  text: string;
  side: TooltipSide;
}) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (anchor.current && tip.current) place(tip.current, anchor.current.getBoundingClientRect(), side);
  }, [anchor, side, text]);
  return createPortal(
    <span
      ref={tip}
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-50 max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-pop"
    >
      {text}
    </span>,
    document.body,
  );
}

const GAP = 6;

function place(tip: HTMLElement, anchor: DOMRect, side: TooltipSide): void {
  const { width, height } = tip.getBoundingClientRect();
  const middle = {
    x: anchor.left + anchor.width / 2 - width / 2,
    y: anchor.top + anchor.height / 2 - height / 2,
  };
  const fitsBelow = anchor.bottom + GAP + height < innerHeight;
  const fitsAbove = anchor.top - GAP - height > 0;
  const below = side === "bottom" ? fitsBelow || !fitsAbove : !fitsAbove;
  const at =
    side === "left"
      ? { x: anchor.left - width - GAP, y: middle.y }
      : side === "right"
        ? { x: anchor.right + GAP, y: middle.y }
        : { x: middle.x, y: below ? anchor.bottom + GAP : anchor.top - height - GAP };
  const x = Math.max(4, Math.min(at.x, innerWidth - width - 4));
  tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(at.y)}px)`;
}
