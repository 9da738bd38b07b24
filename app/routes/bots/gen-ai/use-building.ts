import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useEvent } from "#app/realtime/use-event.ts";
import type { Knowledge } from "#workers/contract/endpoints/knowledge.ts";

const POLL_MS = 2_000;

/** Refreshes the screen while the knowledge base is built: by socket events, and by polling in case some are lost. */
export function useBuilding(agentId: string, { state }: Knowledge["building"]): void {
  const { revalidate } = useRevalidator();
  const going = state === "waiting" || state === "running";
  useEvent(
    "knowledgeProgress",
    (event) => {
      if (event.agentId === agentId) void revalidate();
    },
    () => void revalidate(),
  );
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => void revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [going, revalidate]);
}
