import { useRef, useState } from "react";
import { call, messageOf, request } from "#app/data/api.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { isOpen } from "#app/kit/job-news.ts";
import { useJob } from "#app/kit/use-job.ts";
import { useSend } from "#app/kit/use-send.ts";
import { botsTexts } from "#texts/bots.ts";
import type { JobProgress } from "#workers/contract/jobs.ts";
import { cancelTraining, getAgent, trainAgent, type Training } from "#workers/contract/endpoints/bots.ts";
import { listVersions } from "#workers/contract/endpoints/training.ts";

type Kind = "success" | "error";

export interface TrainingControl {
  now: Training;
  /** True while a training is in progress, whoever started it. */
  running: boolean;
  /** Result of the last training, until the next one begins. */
  outcome: { kind: Kind; text: string } | undefined;
  dismiss: () => void;
  start: () => Promise<void>;
  /** Cancels the training in progress, and reports whether that was in time. */
  cancel: () => Promise<void>;
  /** Marks the content as changed: the version in service is older than the stored content. */
  noteChange: () => void;
}

/** The training of one bot, whoever started it; its state is kept with the bot's answer. */
export function useTraining(agentId: string, known: Training): TrainingControl {
  const toast = useToast();
  const [outcome, setOutcome] = useState<TrainingControl["outcome"]>();
  const mine = useRef(false);
  const params = { id: agentId };
  const change = (next: (now: Training) => Training) =>
    patch(getAgent, { params }, (now) => ({ ...now, training: next(now.training) }));

  const finish = (text: string, kind: Kind) => {
    if (!mine.current) return;
    mine.current = false;
    setOutcome({ kind, text });
  };
  const starting = useSend({
    refused: ({ message }) => {
      finish(message, "error");
      return true;
    },
  });

  const settle = async ({ jobId, state, message }: JobProgress): Promise<void> => {
    // The end is known; the version and its report are asked for, which may take a while.
    finish(message, state === "done" ? "success" : "error");
    await Promise.all([invalidate(getAgent, { params }), invalidate(listVersions, { params })]);
    change((now) =>
      now.jobId === jobId && isGoing(now)
        ? { ...now, state: state === "done" ? "trained" : "failed", message }
        : now,
    );
  };

  const { job, follow } = useJob(
    { kind: "agent.train", subject: agentId, jobId: isGoing(known) ? known.jobId : null },
    (ended) => void settle(ended),
  );
  const going = job !== undefined && isOpen(job);
  // The end of one's own training is told at once, also while the bot is still being asked for.
  const running = starting.busy || going || (isGoing(known) && outcome === undefined);
  const now: Training =
    starting.busy || going ? { ...known, state: "running", progress: going ? job.progress : 0 } : known;

  const start = async () => {
    if (running) return;
    mine.current = true;
    setOutcome(undefined);
    toast.warning(botsTexts.pleaseWait);
    await starting.send(
      () => call(trainAgent, { params }),
      (begun) => {
        change(() => ({ ...begun, state: "running" }));
        if (begun.jobId !== null) follow(begun.jobId);
      },
    );
  };

  const cancel = async () => {
    try {
      const { payload, message } = await request(cancelTraining, { params });
      if (payload.cancelled) mine.current = false;
      change(() => payload);
      toast[payload.cancelled ? "success" : "warning"](message);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  return {
    now,
    running,
    outcome,
    dismiss: () => setOutcome(undefined),
    start,
    cancel,
    noteChange: () => change((at) => ({ ...at, changedSince: at.version !== null })),
  };
}

export const isGoing = ({ state }: Training): boolean => state === "waiting" || state === "running";
