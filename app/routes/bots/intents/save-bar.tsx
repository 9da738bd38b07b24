import { Save } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { builderTexts as texts } from "#texts/builder.ts";
import { botsTexts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { uiTexts } from "#texts/ui.ts";

/** The unsaved changes, and the actions on them; in sight however long the intent is. */
export function SaveBar({
  changes,
  isNew,
  saving,
  training,
  onDiscard,
  onSave,
  onTrain,
}: {
  changes: number;
  isNew: boolean;
  saving: boolean;
  training: boolean;
  onDiscard: () => void;
  onSave: () => void;
  onTrain: () => void;
}) {
  return (
    <div
      role="group"
      aria-label={texts.saveBar}
      className={cx(
        "bottom-0 z-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-2 max-sm:[&_svg]:hidden",
        // A small window is not given away for a bar with nothing to say.
        changes > 0 ? "sticky" : "lg:sticky",
      )}
    >
      <p role="status" className={changes > 0 ? "mr-auto font-medium" : "mr-auto text-muted"}>
        {texts.changes(changes)}
      </p>
      <Button
        tone="ghost"
        aria-label={intentsTexts.discardChanges}
        disabledReason={saving ? uiTexts.wait : changes === 0 ? uiTexts.unchanged : undefined}
        onClick={onDiscard}
      >
        {texts.discard}
      </Button>
      <Button tone="primary" icon={<Save aria-hidden />} title={texts.saveKey} busy={saving} onClick={onSave}>
        {isNew ? botsTexts.create : uiTexts.save}
      </Button>
      <Button title={changes > 0 ? texts.savesFirst : undefined} busy={training} onClick={onTrain}>
        {texts.train}
      </Button>
    </div>
  );
}
