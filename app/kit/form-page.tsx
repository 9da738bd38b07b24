import type { ReactNode } from "react";
import { Page } from "#app/components/page.tsx";
import { uiTexts } from "#texts/ui.ts";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";

/** A screen of forms that blocks navigation while something in it is not saved. */
export function FormPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const unsaved = useUnsavedGuard({
    leaves: (from, to) => from.pathname !== to.pathname,
    why: () => uiTexts.leaveHint,
  });
  return (
    <UnsavedProvider value={unsaved}>
      <Page title={title} lead={lead}>
        {children}
      </Page>
    </UnsavedProvider>
  );
}
