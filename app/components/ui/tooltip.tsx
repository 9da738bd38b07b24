import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx.ts";
import { placeBeside, type Side } from "./place-beside.ts";

export type TooltipSide = Side;

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
  const { x, y } = placeBeside(tip.getBoundingClientRect(), anchor, side, GAP);
  tip.style.transform = `translate(${x}px, ${y}px)`;
}
