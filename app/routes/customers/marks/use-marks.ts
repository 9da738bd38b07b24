import { useCallback, useEffect, useState } from "react";
import { ApiError } from "#app/api.ts";
import * as messages from "#app/messages.ts";
import type { MarkKind, MarksFound } from "./mark-kinds.ts";

export interface MarksControl {
  /** Undefined until the first answer. */
  found: MarksFound | undefined;
  failure: string;
  reload: () => void;
}

/** The groups or labels that a search finds; the newest search wins, even if an older answer arrives later. */
export function useMarks(kind: MarkKind, search: string, wanted = true): MarksControl {
  const [found, setFound] = useState<MarksFound>();
  const [failure, setFailure] = useState("");
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  useEffect(() => {
    if (!wanted) return;
    const asked = new AbortController();
    kind.list({ search }, asked.signal).then(
      (answer) => {
        setFound(answer);
        setFailure("");
      },
      (error: unknown) => {
        if (asked.signal.aborted) return;
        setFailure(error instanceof ApiError ? error.message : messages.errors.internal);
      },
    );
    return () => asked.abort();
  }, [kind, search, round, wanted]);
  return { found, failure, reload };
}
