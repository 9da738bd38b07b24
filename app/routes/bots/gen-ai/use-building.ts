import { useEffect } from "react";
import { invalidate } from "#app/data/query.ts";
import { useJob } from "#app/kit/use-job.ts";
import { getKnowledge, type Knowledge } from "#workers/contract/endpoints/knowledge.ts";

/** Refreshes the screen while the knowledge base is built: its sources change with every news of the job. */
export function useBuilding(agentId: string, { state, jobId }: Knowledge["building"]): void {
  const going = state === "waiting" || state === "running";
  const { job } = useJob({ kind: "knowledge.build", subject: agentId, jobId: going ? jobId : null });
  useEffect(() => {
    if (job) void invalidate(getKnowledge, { params: { id: agentId } });
  }, [job, agentId]);
}
