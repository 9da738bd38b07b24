import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call, request } from "#app/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { useEvent } from "#app/realtime/use-event.ts";
import * as messages from "#app/messages.ts";
import { cancelTraining, getAgent, trainAgent, type Training } from "#workers/contract/endpoints/agents.ts";

const POLL_MS = 2_000;
type Kind = "success" | "error";

export interface TrainingControl {
  now: Training;
  /** A training is going on, whoever began it. */
  running: boolean;
  /** What the last training ended with, until the next begins. */
  outcome: { kind: Kind; text: string } | undefined;
  dismiss: () => void;
  start: () => Promise<void>;
  /** Ends the training that is going on, and says whether that came in time. */
  cancel: () => Promise<void>;
  /** The content has changed: what serves is older than what is stored. */
  noteChange: () => void;
}

/**
 * The training of one agent: progress comes over the socket; while it runs the state is also asked for now and then,
 * so that a lost socket never leaves an eternal loader.
 */
export function useTraining(agentId: string, loaded: Training): TrainingControl {
  const toast = useToast();
  const [now, setNow] = useState(loaded);
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<TrainingControl["outcome"]>();
  const [source, setSource] = useState(loaded);
  // The loader ran again (another agent, a save): its word is newer.
  if (source !== loaded) {
    setSource(loaded);
    setNow(loaded);
  }
  const running = asking || now.state === "waiting" || now.state === "running";
  const mine = useRef(false);

  const finish = useCallback(
    (ended: Training, text: string, kind: Kind = ended.state === "failed" ? "error" : "success") => {
      setNow(ended);
      if (!mine.current) return;
      mine.current = false;
      setOutcome({ kind, text });
      toast[kind](text);
    },
    [toast],
  );

  const refresh = useCallback(async () => {
    const { training } = await call(getAgent, { params: { id: agentId } });
    if (training.state === "trained" || training.state === "failed") finish(training, training.message);
    else setNow(training);
  }, [agentId, finish]);

  useEvent(
    "trainingProgress",
    ({ agentId: of, state, progress }) => {
      if (of !== agentId) return;
      if (state === "running") setNow((before) => ({ ...before, state, progress }));
      else if (!asking) void refresh().catch(() => undefined);
    },
    () => void refresh().catch(() => undefined),
  );

  useEffect(() => {
    if (!running || asking) return;
    const timer = setInterval(() => void refresh().catch(() => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [running, asking, refresh]);

  const start = async () => {
    if (running) return;
    const before = now;
    mine.current = true;
    setOutcome(undefined);
    setAsking(true);
    setNow({ ...before, state: "running", progress: 0 });
    toast.warning(messages.bots.pleaseWait);
    try {
      const { payload, message } = await request(trainAgent, { params: { id: agentId } });
      if (payload.state === "trained") finish(payload, message);
      else setNow(payload);
    } catch (error) {
      const text = error instanceof ApiError ? error.message : messages.errors.internal;
      // A refusal is not a failed training: the agent stands as it stood.
      const refused = error instanceof ApiError && error.status === 409;
      finish(refused ? { ...before, state: "failed", message: text } : before, text, "error");
    } finally {
      setAsking(false);
    }
  };

  const cancel = async () => {
    try {
      const { payload, message } = await request(cancelTraining, { params: { id: agentId } });
      if (payload.cancelled) mine.current = false;
      setNow(payload);
      toast[payload.cancelled ? "success" : "warning"](message);
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : messages.errors.internal);
    }
  };

  return {
    now,
    running,
    outcome,
    dismiss: () => setOutcome(undefined),
    start,
    cancel,
    noteChange: () => setNow((before) => ({ ...before, changedSince: before.version !== null })),
  };
}
