import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { cx } from "./cx.ts";
import { Leaving, useLeaving } from "./leaving.tsx";
import { Footer, Header, type PanelProps } from "./side-panel-parts.tsx";
import { tellFocus } from "./tell-focus.ts";

tellFocus();

/** A modal panel over the page. */
export function SidePanelWindow({
  open,
  onClose,
  title,
  children,
  footer,
  side = "right",
  edited,
  busy,
  className,
}: PanelProps) {
  const leaving = useLeaving(open, edited ?? false, busy ?? false, onClose);
  return (
    // Everything in it is fixed: without a box of its own, the dialog would measure nothing and count as hidden.
    <HeadlessDialog open={open} onClose={leaving.ask} className="fixed inset-0 z-40">
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
