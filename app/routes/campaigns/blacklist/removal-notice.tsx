import { BulkProgress, OutcomeNotice } from "#app/kit/bulk-notice.tsx";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import type { Removals } from "./use-removals.ts";

/** The entries taken off and put back, with Undo; the progress of a job that does it. */
export function RemovalNotice({ removals }: { removals: Removals }) {
  const { bulk, outcome, undo, undoing } = removals;
  const { work } = bulk;
  if (work && bulk.running) {
    return <BulkProgress label={texts.bulk[work.action]} done={work.done} total={work.total} />;
  }
  return (
    <>
      {work && (
        <OutcomeNotice
          kind={work.state === "done" ? "success" : "error"}
          undo={work.action === "delete" && work.changed > 0 ? () => undo(work.jobId) : undefined}
          undoing={undoing}
          onClose={bulk.dismiss}
        >
          {work.message}
        </OutcomeNotice>
      )}
      {outcome && (
        <OutcomeNotice
          key={outcome.work}
          kind={outcome.kind}
          undo={outcome.work === undefined ? undefined : () => undo(outcome.work ?? "")}
          undoing={undoing}
          onClose={removals.close}
        >
          {outcome.text}
        </OutcomeNotice>
      )}
    </>
  );
}
