import { Sparkles, Trash2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { intentsTexts as texts } from "#texts/intents.ts";
import { importExportTexts } from "#texts/import-export.ts";

/** What is done to phrases together: select, have more written, delete. */
export function PhraseTools({
  found,
  ticked,
  tickedHere,
  onTickAll,
  onGenerate,
  onDelete,
}: {
  /** How many are listed, ticked at all, and ticked among the listed. */
  found: number;
  ticked: number;
  tickedHere: number;
  onTickAll: (all: boolean) => void;
  onGenerate: () => void;
  onDelete: () => void;
}) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 pl-2">
      <Checkbox
        label={texts.tickAll(found)}
        checked={tickedHere === found}
        mixed={tickedHere > 0 && tickedHere < found}
        onChange={onTickAll}
      />
      <span className="flex-1" />
      {ticked > 0 && (
        <Button size="sm" tone="danger" icon={<Trash2 aria-hidden />} onClick={onDelete}>
          {texts.deleteTicked(ticked)}
        </Button>
      )}
      <Button size="sm" icon={<Sparkles aria-hidden />} onClick={onGenerate}>
        {importExportTexts.autoGenerate}
      </Button>
    </div>
  );
}
