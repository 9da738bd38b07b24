import { BulkProgress, OutcomeNotice } from "#app/kit/bulk-notice.tsx";
import type { BulkWork } from "#app/kit/use-bulk-job.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import type { LibraryMoveResult } from "#workers/contract/jobs.ts";

/** How far the move of very many entries is, and what became of it. */
export function MoveNotice({ moves: { work, running, dismiss } }: { moves: BulkWork<LibraryMoveResult> }) {
  if (!work) return null;
  if (running) return <BulkProgress label={texts.moving} done={work.changed} total={work.total} />;
  return (
    <OutcomeNotice kind={work.state === "done" ? "success" : "error"} onClose={dismiss}>
      {work.state === "done" ? texts.movedMany(work.changed) : work.message}
    </OutcomeNotice>
  );
}
