import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { cx } from "./cx.ts";
import { lazily } from "./lazily.tsx";
import { Footer, Header, type PanelProps } from "./side-panel-parts.tsx";
import { useEver } from "./use-ever.ts";

export interface SidePanelProps extends PanelProps {
  /** Beside the page instead of over it: the screen stays usable. Small windows get the modal layout. */
  modal?: boolean;
}

const SidePanelWindow = lazily(
  () => import("./side-panel-window.tsx"),
  (module) => module.SidePanelWindow,
);

export function SidePanel({ modal = true, ...rest }: SidePanelProps) {
  return modal ? <ModalPanel {...rest} /> : <BesidePanel {...rest} />;
}

function ModalPanel(props: PanelProps) {
  return useEver(props.open) ? <SidePanelWindow {...props} /> : null;
}

function BesidePanel({ open, onClose, title, children, footer, side = "right", className }: PanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [open]);
  if (!open) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onClose();
  };
  return (
    // Escape works from anywhere in the panel; the panel itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className={cx(
        "fixed inset-y-0 z-30 flex w-full max-w-[25rem] flex-col border-line bg-raised text-ink shadow-pop",
        side === "right" ? "right-0 border-l" : "left-0 border-r",
        className,
      )}
    >
      <Header
        title={
          <h2 ref={heading} id={titleId} tabIndex={-1} className="text-base font-semibold">
            {title}
          </h2>
        }
        onClose={onClose}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      {footer && <Footer>{footer}</Footer>}
    </aside>
  );
}
