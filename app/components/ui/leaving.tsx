import { useState } from "react";
import { uiTexts } from "#texts/ui.ts";
import { Button } from "./button.tsx";

/** Shown in place of the buttons, so that no second dialog is stacked on the first. */
export function Leaving({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3"
    >
      <p className="mr-auto font-medium">{uiTexts.discardQuestion}</p>
      <Button autoFocus onClick={onKeep}>
        {uiTexts.keepEditing}
      </Button>
      <Button tone="danger" onClick={onDiscard}>
        {uiTexts.discard}
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
