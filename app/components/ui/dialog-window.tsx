import {
  Description,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from "@headlessui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { uiTexts } from "#texts/ui.ts";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";
import { Leaving, useLeaving } from "./leaving.tsx";
import { tellFocus } from "./tell-focus.ts";

tellFocus();

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  titleHidden?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the main one last. Put `autoFocus` on the element that should have the focus first. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** There are unsaved changes: closing asks first. */
  edited?: boolean;
  /** A command is running: the dialog cannot be closed. */
  busy?: boolean;
  role?: "dialog" | "alertdialog";
  className?: string;
}

export function DialogWindow({
  open,
  onClose,
  title,
  titleHidden = false,
  description,
  children,
  footer,
  size = "md",
  edited = false,
  busy = false,
  role = "dialog",
  className,
}: DialogProps) {
  const leaving = useLeaving(open, edited, busy, onClose);
  return (
    // Everything in it is fixed: without a box of its own, the dialog would measure nothing and count as hidden.
    <HeadlessDialog open={open} onClose={leaving.ask} role={role} className="fixed inset-0 z-40">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-150 data-closed:opacity-0"
      />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center sm:items-center sm:p-6">
          <DialogPanel
            transition
            className={cx(
              "flex max-h-[92dvh] w-full flex-col rounded-t-2xl border border-line bg-raised text-ink shadow-pop",
              "transition duration-150 data-closed:translate-y-2 data-closed:opacity-0 sm:rounded-xl",
              SIZES[size],
              className,
            )}
          >
            <div className={cx("flex items-start gap-3 px-5 pt-4", titleHidden && "sr-only")}>
              <DialogTitle className="min-w-0 flex-1 text-base font-semibold break-words">
                {title}
              </DialogTitle>
              <IconButton
                size="sm"
                label={uiTexts.close}
                icon={<X aria-hidden />}
                aria-disabled={busy}
                onClick={leaving.ask}
              />
            </div>
            {description && <Description className="px-5 pt-1 text-muted">{description}</Description>}
            <div className={cx("min-h-0 flex-1 overflow-y-auto", titleHidden ? "" : "px-5 py-4")}>
              {children}
            </div>
            {leaving.asking ? (
              <Leaving onKeep={leaving.keep} onDiscard={leaving.discard} />
            ) : (
              footer && (
                <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                  {footer}
                </div>
              )
            )}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  );
}

const SIZES = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-4xl" };
