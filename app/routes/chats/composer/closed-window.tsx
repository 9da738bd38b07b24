import type { Ref } from "react";
import { LayoutTemplate } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { chatsTexts as texts } from "#texts/chats.ts";

/** Stands for the text once only a template reaches the customer; what was typed comes back with their next words. */
export function ClosedWindow({
  hasDraft,
  button,
  onTemplate,
}: {
  hasDraft: boolean;
  button: Ref<HTMLButtonElement>;
  /** Undefined where the channel has no templates. */
  onTemplate: (() => void) | undefined;
}) {
  return (
    <section
      aria-label={texts.windowOver}
      className="grid justify-items-start gap-2 rounded-lg border border-line bg-sunken p-3"
    >
      <p role="status" className="grid gap-1">
        <span>{texts.windowClosed}</span>
        {hasDraft && <span className="text-muted">{texts.draftKept}</span>}
      </p>
      {onTemplate && (
        <Button ref={button} tone="primary" icon={<LayoutTemplate aria-hidden />} onClick={onTemplate}>
          {texts.chooseTemplate}
        </Button>
      )}
    </section>
  );
}
