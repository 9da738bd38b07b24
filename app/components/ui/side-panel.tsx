import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import * as messages from "#app/messages.ts";
import { cx } from "./cx.ts";
import { Leaving, useEver, useLeaving } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";

export interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /** Beside the work instead of over it: the screen stays usable. Small windows get the modal kind of layout. */
  modal?: boolean;
  side?: "left" | "right";
  edited?: boolean;
  busy?: boolean;
  className?: string;
}

export function SidePanel({ modal = true, ...rest }: SidePanelProps) {
  return modal ? <ModalPanel {...rest} /> : <BesidePanel {...rest} />;
}

type Shared = Omit<SidePanelProps, "modal">;

function ModalPanel({
  open,
  onClose,
  title,
  children,
  footer,
  side = "right",
  edited,
  busy,
  className,
}: Shared) {
  const leaving = useLeaving(open, edited ?? false, busy ?? false, onClose);
  if (!useEver(open)) return null;
  return (
    <HeadlessDialog open={open} onClose={leaving.ask} className="relative z-40">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-150 data-closed:opacity-0"
      />
      <DialogPanel
        transition
        className={cx(
          "fixed inset-y-0 flex w-full max-w-[25rem] flex-col bg-raised text-ink shadow-pop transition duration-200",
          side === "right" ? "right-0 data-closed:translate-x-full" : "left-0 data-closed:-translate-x-full",
          className,
        )}
      >
        <Header
          title={<DialogTitle className="text-base font-semibold">{title}</DialogTitle>}
          onClose={leaving.ask}
        />
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        {leaving.asking ? (
          <Leaving onKeep={leaving.keep} onDiscard={leaving.discard} />
        ) : (
          footer && <Footer>{footer}</Footer>
        )}
      </DialogPanel>
    </HeadlessDialog>
  );
}

function BesidePanel({ open, onClose, title, children, footer, side = "right", className }: Shared) {
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
    // Escape works from anywhere in the panel; the panel itself is nothing to press.
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

function Header({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-5 py-3">
      <div className="min-w-0 flex-1 break-words">{title}</div>
      <IconButton size="sm" label={messages.ui.close} icon={<X aria-hidden />} onClick={onClose} />
    </div>
  );
}

function Footer({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{children}</div>;
}
