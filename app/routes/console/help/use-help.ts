import { useEffect, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { errorsTexts } from "#texts/errors.ts";
import { listHelp, type HelpItem } from "#workers/contract/endpoints/help.ts";

interface Loaded {
  items?: readonly HelpItem[];
  failure?: { text: string; requestId: string | undefined };
}

/** Returns the community site's entries and a retry. Neither items nor failure: they are still loading. */
export function useHelp() {
  const [loaded, setLoaded] = useState<Loaded>({});
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    call(listHelp, { signal: asking.signal })
      .then(
        ({ items }) => setLoaded({ items }),
        (error: unknown) => {
          if (asking.signal.aborted) return;
          const refused = error instanceof ApiError ? error : undefined;
          const text = refused?.message ?? errorsTexts.internal;
          setLoaded({ failure: { text, requestId: refused?.requestId } });
        },
      )
      .finally(() => !asking.signal.aborted && setBusy(false));
    return () => asking.abort();
  }, [round]);
  const retry = () => {
    setBusy(true);
    setRound((now) => now + 1);
  };
  return { ...loaded, busy, retry };
}
