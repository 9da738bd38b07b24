import { BulkProgress, OutcomeNotice } from "#app/kit/bulk-notice.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
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
  const { action, done, total, changed, state } = work;
  if (running) return <BulkProgress label={texts.bulk[action]} {...{ done, total }} />;
  return (
    <OutcomeNotice
      kind={state === "done" ? "success" : "error"}
      undo={UNDONE.includes(action) && changed > 0 ? onUndo : undefined}
      undoing={undoing}
      onClose={bulk.dismiss}
    >
      <span className="font-medium">{texts.bulk[action]}.</span> {outcomeOf(work)}
    </OutcomeNotice>
  );
}
