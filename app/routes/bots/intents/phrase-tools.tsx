import { Sparkles, Trash2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { intentsTexts as texts } from "#texts/intents.ts";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { importExportTexts } from "#texts/import-export.ts";

/** Tools for phrases together: select, have more written, delete. */
export function PhraseTools({
  found,
  listed,
  ticked,
  tickedListed,
  tickedFound,
  onTickListed,
  onTickAll,
  onGenerate,
  onDelete,
}: {
  /** How many match, and how many of them are listed. */
  found: number;
  listed: number;
  /** How many are ticked at all, among the listed, and among those that match. */
  ticked: number;
  tickedListed: number;
  tickedFound: number;
  onTickListed: (on: boolean) => void;
  onTickAll: () => void;
  onGenerate: () => void;
  onDelete: () => void;
}) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 pl-2">
      <Checkbox
        label={texts.tickAll(listed)}
        checked={tickedListed === listed}
        mixed={tickedListed > 0 && tickedListed < listed}
        onChange={onTickListed}
      />
      {tickedListed === listed && tickedFound < found && (
        <Button size="sm" tone="ghost" onClick={onTickAll}>
          {listsTexts.selectMatching(formatCount(found), false)}
        </Button>
      )}
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
