import { X } from "lucide-react";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import { type BulkControl, type BulkJob, outcomeOf } from "./use-bulk.ts";

/** The actions that can be undone. */
const UNDONE: readonly BulkJob["action"][] = ["delete", "mark", "unmark"];

/** Progress and result of a bulk action; stays until it is closed. */
export function BulkNotice({
  bulk,
  undoing,
  onUndo,
}: {
  bulk: BulkControl;
  undoing: boolean;
  onUndo: () => void;
}) {
  const { work, running } = bulk;
  if (!work) return null;
  if (running) {
    const { action, done, total } = work;
    return (
      <div className="mb-3 rounded-lg border border-line bg-surface px-3.5 py-3">
        <Progress label={texts.bulk[action]} value={total > 0 ? done / total : undefined} />
        <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">
          {texts.bulkAt(formatCount(done), formatCount(total))}
        </p>
      </div>
    );
  }
  const undo = UNDONE.includes(work.action) && work.changed > 0;
  return (
    <Banner
      kind={work.state === "done" ? "success" : "error"}
      live
      className="mb-3"
      actions={
        <>
          {undo && (
            <Button size="sm" busy={undoing} onClick={onUndo}>
              {texts.undo}
            </Button>
          )}
          <Close onClose={bulk.dismiss} />
        </>
      }
    >
      <span className="font-medium">{texts.bulk[work.action]}.</span> {outcomeOf(work)}
    </Banner>
  );
}

export function Close({ onClose }: { onClose: () => void }) {
  return <IconButton size="sm" label={uiTexts.close} icon={<X aria-hidden />} onClick={onClose} />;
}
