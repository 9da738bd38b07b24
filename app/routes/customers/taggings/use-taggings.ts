import { useCallback, useEffect, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { errorsTexts } from "#texts/errors.ts";
import type { TaggingKind, TaggingsFound } from "./tagging-kinds.ts";

export interface TaggingsControl {
  /** Undefined until the first answer. */
  found: TaggingsFound | undefined;
  failure: string;
  reload: () => void;
}

/** The groups or labels that a search finds; the newest search wins, even if an older answer arrives later. */
export function useTaggings(kind: TaggingKind, search: string, wanted = true): TaggingsControl {
  const [found, setFound] = useState<TaggingsFound>();
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
        setFailure(error instanceof ApiError ? error.message : errorsTexts.internal);
      },
    );
    return () => asked.abort();
  }, [kind, search, round, wanted]);
  return { found, failure, reload };
}
