import { useState } from "react";
import * as messages from "#app/messages.ts";
import { Button } from "./button.tsx";

/** Shown in place of the buttons, so that no second dialog is stacked on the first. */
export function Leaving({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3"
    >
      <p className="mr-auto font-medium">{messages.ui.discardQuestion}</p>
      <Button autoFocus onClick={onKeep}>
        {messages.ui.keepEditing}
      </Button>
      <Button tone="danger" onClick={onDiscard}>
        {messages.ui.discard}
      </Button>
    </div>
  );
}

export function useLeaving(open: boolean, edited: boolean, busy: boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false);
  if (!open && asking) setAsking(false);
  return {
    asking,
    ask: () => {
      if (busy) return;
      if (edited && !asking) setAsking(true);
      else if (edited) setAsking(false);
      else onClose();
    },
    keep: () => setAsking(false),
    discard: onClose,
  };
}
