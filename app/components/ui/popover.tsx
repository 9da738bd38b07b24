import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "./cx.ts";
import { popClass } from "./pop.ts";

/** What one passes to the button that opens it. */
export interface PopoverOpener {
  "aria-expanded": boolean;
  "aria-controls": string;
  onClick: () => void;
}

/** Content under a button, in place: Escape, leaving it and pressing outside close it; the button gets the focus back. */
export function Popover({
  label,
  renderOpener,
  children,
  className,
  rootClassName = "relative",
}: {
  label: string;
  renderOpener: (props: PopoverOpener) => ReactNode;
  /** As a function it is given what closes the popover, for content that is done with one press. */
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
  /** What the panel is placed in: the button, or with `sm:relative` in small windows the nearest box that is. */
  rootClassName?: string;
}) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    panel.current?.focus();
    const onPointerDown = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [open]);

  const close = () => {
    setOpen(false);
    whole.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    close();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // It only watches the button and the panel inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={whole} className={rootClassName} onKeyDown={onKeyDown} onBlur={onBlur}>
      {renderOpener({ "aria-expanded": open, "aria-controls": id, onClick: () => setOpen(!open) })}
      <section
        ref={panel}
        id={id}
        aria-label={label}
        tabIndex={-1}
        hidden={!open}
        className={cx(popClass, "absolute top-full right-0 mt-1", className)}
      >
        {open && (typeof children === "function" ? children(close) : children)}
      </section>
    </div>
  );
}
