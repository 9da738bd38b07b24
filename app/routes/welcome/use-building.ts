import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { call } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { isOpen } from "#app/kit/job-news.ts";
import { useJob } from "#app/kit/use-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { refreshGuide } from "#app/session/guide.ts";
import { trainAgent } from "#workers/contract/endpoints/bots.ts";
import { tryingOf } from "./parts.ts";
import { firstChat, type FirstRun, getFirstRun } from "#workers/contract/endpoints/first-run.ts";

/**
 * Follows the training and the import, lets the first customer write once the bot is trained, and then opens Try it for
 * whoever has waited for it. Every step is the server's to remember: a reload goes on where it was.
 */
export function useBuilding(run: FirstRun, agent: NonNullable<FirstRun["agent"]>) {
  const navigate = useNavigate();
  const { busy, failure, send } = useSend();
  const chat = useSend();
  const refresh = () => void invalidate(getFirstRun);

  const begun = run.training;
  const goes = begun !== null && (begun.state === "waiting" || begun.state === "running");
  const { job } = useJob(
    { kind: "agent.train", subject: agent.id, jobId: goes ? begun.jobId : null },
    refresh,
  );
  useJob(
    {
      kind: "customers.import",
      jobId: null,
      ...(run.samples.importId !== null && { subject: run.samples.importId }),
    },
    refresh,
  );

  const isReady = agent.trained && (run.said || !run.channel);
  const writes = agent.trained && run.channel !== null && !run.said;
  const write = () =>
    void chat.send(
      () => call(firstChat),
      (next) => put(getFirstRun, {}, next),
    );
  useEffect(() => {
    if (writes) write();
    // The sender is another one with each render, and sends once at a time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [writes]);

  const trying = tryingOf(run, agent);
  const waited = useRef(!isReady);
  useEffect(() => {
    if (!isReady || !waited.current) return;
    waited.current = false;
    void refreshGuide();
    void navigate(trying, { replace: true });
  }, [isReady, trying, navigate]);

  return {
    /** As it goes on; undefined where no training does. */
    training: job && isOpen(job) ? job : goes ? begun : undefined,
    isReady,
    failure: failure || chat.failure,
    busy,
    /** There where the first customer could not write. */
    writeAgain: chat.failure && writes ? write : undefined,
    trainAgain: () => void send(() => call(trainAgent, { params: { id: agent.id } }), refresh),
  };
}
