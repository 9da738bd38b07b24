import type { ReactNode } from "react";
import { type Crumb, Page } from "#app/components/page.tsx";
import { uiTexts } from "#texts/ui.ts";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";

/** A screen of forms that blocks navigation while something in it is not saved. */
export function FormPage({
  children,
  ...page
}: {
  title: string;
  lead: string;
  crumbs?: readonly Crumb[];
  children: ReactNode;
}) {
  const unsaved = useUnsavedGuard({
    leaves: (from, to) => from.pathname !== to.pathname,
    why: () => uiTexts.leaveHint,
  });
  return (
    <UnsavedProvider value={unsaved}>
      <Page {...page}>{children}</Page>
    </UnsavedProvider>
  );
}
