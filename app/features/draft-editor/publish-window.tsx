import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { uiTexts } from "#texts/ui.ts";

/** Asks before a draft is published; what is to be said of the version, and what stops it, is handed in. */
export const PublishWindow = ({
  open = true,
  title,
  text,
  busy,
  failure,
  submit,
  disabledReason,
  onSubmit,
  onClose,
  children,
}: {
  open?: boolean;
  title: string;
  text: string;
  busy: boolean;
  failure: string;
  submit: string;
  disabledReason?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog
    {...{ open, onClose, busy, title }}
    description={text}
    footer={
      <>
        <Button onClick={onClose}>{uiTexts.cancel}</Button>
        <Button tone="primary" busy={busy} {...(disabledReason && { disabledReason })} onClick={onSubmit}>
          {submit}
        </Button>
      </>
    }
  >
    <div className="grid gap-4">
      <Failure text={failure} />
      {children}
    </div>
  </Dialog>
);
