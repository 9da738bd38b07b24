import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { isOpen, useJob } from "#app/kit/use-job.ts";
import { botsTexts } from "#texts/bots.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { JobProgress } from "#workers/contract/jobs.ts";
import { cancelTraining, getAgent, trainAgent, type Training } from "#workers/contract/endpoints/bots.ts";

type Kind = "success" | "error";

/** Training state with the time of its request (`performance.now()`), as responses may arrive out of order. */
export interface KnownTraining {
  training: Training;
  asOf: number;
}

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

/** The training of one agent, whoever started it. */
export function useTraining(agentId: string, loaded: KnownTraining): TrainingControl {
  const toast = useToast();
  const [known, setKnown] = useState(loaded);
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<TrainingControl["outcome"]>();
  const [source, setSource] = useState(loaded);
  // The loader ran again (after a save): its state is newer, unless a training began or ended during the request.
  if (source !== loaded) {
    setSource(loaded);
    setKnown(newer(known, loaded));
  }
  // For responses that arrive between two renders.
  const latest = useRef(known.asOf);
  useEffect(() => {
    latest.current = Math.max(latest.current, known.asOf);
  }, [known]);
  const know = useCallback((training: Training, asOf = performance.now()) => {
    latest.current = asOf;
    setKnown({ training, asOf });
  }, []);
  const mine = useRef(false);

  const change = (part: Partial<Training>) =>
    setKnown(({ training, asOf }) => ({ training: { ...training, ...part }, asOf }));

  const finish = (text: string, kind: Kind) => {
    if (!mine.current) return;
    mine.current = false;
    setOutcome({ kind, text });
    toast[kind](text);
  };

  const settle = async ({ state, message }: JobProgress): Promise<void> => {
    const asOf = performance.now();
    // The end is known; the version and its report are asked for, which may take a while.
    finish(message, state === "done" ? "success" : "error");
    try {
      const { training } = await call(getAgent, { params: { id: agentId } });
      if (asOf >= latest.current) know(training, asOf);
    } catch {
      change({ state: state === "done" ? "trained" : "failed", message });
    }
  };

  const { job, follow } = useJob(
    { kind: "agent.train", subject: agentId, jobId: isGoing(known.training) ? known.training.jobId : null },
    (ended) => void settle(ended),
  );
  const going = job !== undefined && isOpen(job);
  const running = asking || going || isGoing(known.training);
  const now: Training =
    asking || going
      ? { ...known.training, state: "running", progress: going ? job.progress : 0 }
      : known.training;

  const start = async () => {
    if (running) return;
    mine.current = true;
    setOutcome(undefined);
    setAsking(true);
    toast.warning(botsTexts.pleaseWait);
    try {
      const { payload } = await request(trainAgent, { params: { id: agentId } });
      know({ ...payload, state: "running" });
      if (payload.jobId !== null) follow(payload.jobId);
    } catch (error) {
      finish(error instanceof ApiError ? error.message : errorsTexts.internal, "error");
    } finally {
      setAsking(false);
    }
  };

  const cancel = async () => {
    try {
      const { payload, message } = await request(cancelTraining, { params: { id: agentId } });
      if (payload.cancelled) mine.current = false;
      know(payload);
      toast[payload.cancelled ? "success" : "warning"](message);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : errorsTexts.internal);
    }
  };

  return {
    now,
    running,
    outcome,
    dismiss: () => setOutcome(undefined),
    start,
    cancel,
    noteChange: () => change({ changedSince: now.version !== null }),
  };
}

const isGoing = ({ state }: Training): boolean => state === "waiting" || state === "running";

const newer = (known: KnownTraining, heard: KnownTraining): KnownTraining =>
  heard.asOf < known.asOf ? known : heard;
