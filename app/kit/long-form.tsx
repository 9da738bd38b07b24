import type { FormEvent, ReactNode } from "react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { uiTexts } from "#texts/ui.ts";
import { useStore } from "#app/lib/store.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";

/**
 * A form that is longer than the window, kept as a draft. A restored draft and the reason why leaving is blocked are
 * announced at its head, and its buttons stay visible.
 */
export function LongForm({
  onSend,
  restored,
  buttons,
  children,
}: {
  onSend: () => void;
  /** Set if a draft was restored. */
  restored: { text: string; onDiscard: () => void } | undefined;
  /** Left out if the form is read-only. */
  buttons: ReactNode;
  children: ReactNode;
}) {
  const hint = useStore(useUnsaved().hint, "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form noValidate onSubmit={send} className={formClass}>
      {restored && (
        <Banner
          kind="info"
          actions={
            <Button size="sm" onClick={restored.onDiscard}>
              {uiTexts.discard}
            </Button>
          }
        >
          {restored.text}
        </Banner>
      )}
      {hint && <Banner kind="warning">{hint}</Banner>}
      {children}
      {buttons && (
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3">
          {buttons}
        </div>
      )}
    </form>
  );
}

/** Scroll margin, so that the sticky buttons do not cover the focused control. */
const formClass =
  "grid grid-cols-1 gap-4 [&_input]:scroll-mb-20 [&_select]:scroll-mb-20 [&_textarea]:scroll-mb-20";
