import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { useEvent } from "#app/realtime/use-event.ts";
import { botsTexts } from "#texts/bots.ts";
import { errorsTexts } from "#texts/errors.ts";
import { cancelTraining, getAgent, trainAgent, type Training } from "#workers/contract/endpoints/bots.ts";

const POLL_MS = 2_000;
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

/**
 * The training of one agent. Progress arrives over the socket; while a training runs, its state is also polled, so that
 * a lost socket never leaves an endless spinner.
 */
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
  const now = known.training;
  // For responses that arrive between two renders.
  const latest = useRef(known.asOf);
  useEffect(() => {
    latest.current = Math.max(latest.current, known.asOf);
  }, [known]);
  const know = useCallback((training: Training, asOf = performance.now()) => {
    latest.current = asOf;
    setKnown({ training, asOf });
  }, []);
  const running = asking || now.state === "waiting" || now.state === "running";
  const mine = useRef(false);

  const change = (part: Partial<Training>) =>
    setKnown(({ training, asOf }) => ({ training: { ...training, ...part }, asOf }));

  const finish = useCallback(
    (ended: Training, text: string, { kind = kindOf(ended), asOf }: { kind?: Kind; asOf?: number } = {}) => {
      know(ended, asOf);
      if (!mine.current) return;
      mine.current = false;
      setOutcome({ kind, text });
      toast[kind](text);
    },
    [know, toast],
  );

  const refresh = useCallback(async () => {
    const asOf = performance.now();
    const { training } = await call(getAgent, { params: { id: agentId } });
    if (asOf < latest.current) return;
    if (training.state === "trained" || training.state === "failed")
      finish(training, training.message, { asOf });
    else know(training, asOf);
  }, [agentId, finish, know]);

  useEvent(
    "trainingProgress",
    ({ agentId: of, state, progress }) => {
      if (of !== agentId) return;
      if (state === "running") change({ state, progress });
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
    know({ ...before, state: "running", progress: 0 });
    toast.warning(botsTexts.pleaseWait);
    try {
      const { payload, message } = await request(trainAgent, { params: { id: agentId } });
      if (payload.state === "trained") finish(payload, message);
      else know(payload);
    } catch (error) {
      const text = error instanceof ApiError ? error.message : errorsTexts.internal;
      // Only a 409 is a failed training; any other error leaves the agent's state as it was.
      const refused = error instanceof ApiError && error.status === 409;
      finish(refused ? { ...before, state: "failed", message: text } : before, text, { kind: "error" });
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

const kindOf = ({ state }: Training): Kind => (state === "failed" ? "error" : "success");

const newer = (known: KnownTraining, heard: KnownTraining): KnownTraining =>
  heard.asOf < known.asOf ? known : heard;
