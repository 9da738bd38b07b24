import { LifeBuoy } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { helpTexts as texts } from "#texts/help.ts";

const HelpContent = lazy(() => import("./help-content.tsx"));

/** The help tab, in the same place on every screen, for enterprises that have the community. */
export function HelpTab() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="fixed right-4 bottom-4 z-10 flex min-h-9 items-center gap-2 rounded-full bg-accent px-4 font-medium text-on-accent shadow-pop hover:bg-accent-strong"
      >
        <LifeBuoy aria-hidden className="size-4" />
        {texts.open}
      </button>
      <SidePanel title={texts.open} open={open} onClose={() => setOpen(false)}>
        <Suspense fallback={<SkeletonRows />}>
          <HelpContent />
        </Suspense>
      </SidePanel>
    </>
  );
}
