import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { uiTexts } from "#texts/ui.ts";

/** Says that a draft left behind by a reload or an expired session was restored, and offers to discard it. */
export function RestoredDraft({
  control: { restored },
  onDiscard,
}: {
  control: { restored: boolean };
  onDiscard: () => void;
}) {
  if (!restored) return null;
  return (
    <Banner
      kind="info"
      actions={
        <Button size="sm" onClick={onDiscard}>
          {uiTexts.discard}
        </Button>
      }
    >
      {uiTexts.restored}
    </Banner>
  );
}
