import { useEffect, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { errorsTexts } from "#texts/errors.ts";

/**
 * Loads the content of a panel when it opens and on every `reload`. The last answer stays visible meanwhile. `ask` must
 * be stable as long as it asks the same (useCallback).
 */
export function useAsked<Found>(ask: (signal: AbortSignal) => Promise<Found>) {
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<ApiError>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const asked = new AbortController();
    ask(asked.signal).then(
      (answer) => {
        if (asked.signal.aborted) return;
        setFound(answer);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (asked.signal.aborted) return;
        setFailure(error instanceof ApiError ? error : new ApiError(errorsTexts.internal));
      },
    );
    return () => asked.abort();
  }, [ask, round]);
  return { found, failure, reload: () => setRound((now) => now + 1) };
}
