import { type ReactNode, useState } from "react";
import { shownAnew } from "../shown-anew.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import type { ModeName, Subject } from "./modes.ts";

/** Opens the campaign dialog in a mode; whatever it has done is shown at once. `dialog` belongs at the end of the screen. */
export function useCampaignDialog(onDone?: (mode: ModeName, reply: unknown) => unknown): {
  open: (mode: ModeName, subject: Subject) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ mode: ModeName; subject: Subject; round: number }>();
  return {
    open: (mode, subject) => setAsked((last) => ({ mode, subject, round: (last?.round ?? 0) + 1 })),
    dialog: asked && (
      <CampaignDialog
        key={asked.round}
        mode={asked.mode}
        subject={asked.subject}
        onClose={() => setAsked(undefined)}
        onAnew={shownAnew}
        onDone={async (reply) => {
          await onDone?.(asked.mode, reply);
          void shownAnew();
        }}
      />
    ),
  };
}
