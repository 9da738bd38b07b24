import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { helpTexts as texts } from "#texts/help.ts";

const HelpContent = lazilyShown(
  () => import("./help-content.tsx"),
  (module) => module.HelpContent,
  (_: { onClose: () => void }) => <SkeletonRows />,
);

/** The help tab, in the same place on every screen, for enterprises that have the community. */
export function HelpTab() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        data-tour="help"
        onClick={() => setOpen(true)}
        className="fixed right-4 bottom-4 z-10 flex min-h-9 items-center gap-2 rounded-full bg-accent px-4 font-medium text-on-accent shadow-pop hover:bg-accent-strong"
      >
        <LifeBuoy aria-hidden className="size-4" />
        {texts.open}
      </button>
      <SidePanel title={texts.open} open={open} onClose={() => setOpen(false)}>
        <HelpContent onClose={() => setOpen(false)} />
      </SidePanel>
    </>
  );
}
