import { LifeBuoy } from "lucide-react";
import { useRef, useState } from "react";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { startTour } from "#app/session/tour.ts";
import { helpTexts as texts } from "#texts/help.ts";

const HelpContent = lazilyShown(
  () => import("./help-content.tsx"),
  (module) => module.HelpContent,
  (_: { onTour: () => void }) => <SkeletonRows />,
);

/** The help tab, in the same place on every screen, for enterprises that have the community. */
export function HelpTab() {
  const [open, setOpen] = useState(false);
  const tourNext = useRef(false);
  return (
    <>
      <button
        type="button"
        data-tour="help"
        onClick={() => setOpen(true)}
        // The panel gives the focus back as it goes, and the tour takes it from there.
        onFocus={() => {
          if (tourNext.current) startTour();
          tourNext.current = false;
        }}
        className="fixed right-4 bottom-4 z-10 flex min-h-9 items-center gap-2 rounded-full bg-accent px-4 font-medium text-on-accent shadow-pop hover:bg-accent-strong"
      >
        <LifeBuoy aria-hidden className="size-4" />
        {texts.open}
      </button>
      <SidePanel title={texts.open} open={open} onClose={() => setOpen(false)}>
        <HelpContent
          onTour={() => {
            tourNext.current = true;
            setOpen(false);
          }}
        />
      </SidePanel>
    </>
  );
}
