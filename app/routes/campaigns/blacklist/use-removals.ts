import { useState } from "react";
import { call, messageOf } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { type BulkWork, useBulkJob } from "#app/kit/use-bulk-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import {
  listBlacklist,
  type removeManyFromBlacklist,
  undoRemoval,
} from "#workers/contract/endpoints/blacklist.ts";
import type { BlacklistBulkResult } from "#workers/contract/jobs.ts";

interface Outcome {
  kind: "success" | "error";
  text: string;
  /** By which it can be undone. */
  work?: string;
}

export interface Removals {
  bulk: BulkWork<BlacklistBulkResult>;
  /** The result of what was done at once, until the next or until it is closed. */
  outcome: Outcome | undefined;
  close: () => void;
  /** Shows what a removal has done, or how far its job is. */
  removed: (reply: ReplyOf<typeof removeManyFromBlacklist>) => void;
  undo: (work: string) => void;
  undoing: boolean;
}

/** Removals from the blacklist, and their undoing. */
export function useRemovals(): Removals {
  const bulk = useBulkJob<BlacklistBulkResult>("blacklist.bulk", () => void invalidate(listBlacklist));
  const [outcome, setOutcome] = useState<Outcome>();
  const sending = useSend();
  const removed: Removals["removed"] = ({ removed: count, work, job }) => {
    if (job) {
      setOutcome(undefined);
      return bulk.follow(job.jobId, job);
    }
    bulk.dismiss();
    setOutcome({ kind: "success", text: texts.removed(count), ...(count > 0 && { work }) });
  };
  const undo = (work: string) =>
    void sending.send(async () => {
      try {
        const { restored, job } = await call(undoRemoval, { body: { work } });
        if (job) bulk.follow(job.jobId, job);
        else bulk.dismiss();
        setOutcome(job ? undefined : { kind: "success", text: texts.restored(restored) });
      } catch (error) {
        setOutcome({ kind: "error", text: messageOf(error) });
      }
      await invalidate(listBlacklist);
    });
  return { bulk, outcome, close: () => setOutcome(undefined), removed, undo, undoing: sending.busy };
}
