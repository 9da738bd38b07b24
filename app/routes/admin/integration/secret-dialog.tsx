import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { uiTexts } from "#texts/ui.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { ShownOnce } from "./shown-once.tsx";

/** A receiver's new secret, shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      title={texts.secretTitle}
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <HookSecret secret={secret} />
    </Dialog>
  );
}

export function HookSecret({ secret }: { secret: string }) {
  return (
    <ShownOnce
      secret={secret}
      texts={{ lead: texts.secretText, label: texts.yourSecret, copy: texts.copy, copied: texts.copied }}
    />
  );
}
