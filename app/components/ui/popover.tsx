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

/** Props of the button that opens the popover. */
export interface PopoverOpener {
  "aria-expanded": boolean;
  "aria-controls": string;
  onClick: () => void;
}

/**
 * Content under a button: Escape, moving the focus out and pressing outside close it; the button gets the focus back.
 */
export function Popover({
  label,
  renderOpener,
  children,
  className,
  rootClassName = "relative",
}: {
  label: string;
  renderOpener: (props: PopoverOpener) => ReactNode;
  /** A function gets `close`, for content that is done after one press. */
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
  /**
   * Containing block of the panel: the button, or with `sm:relative` the nearest positioned ancestor in small windows.
   */
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
    // It only observes events of the button and the panel inside.
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
