import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { type CustomerImport, getUpload } from "#workers/contract/endpoints/imports.ts";
import { isActive } from "./states.ts";

/** Silence of the socket after which running imports are asked for; doubled each time. */
const FIRST_MS = 4_000;
const MOST_MS = 30_000;

export interface Live {
  uploads: CustomerImport[];
  /** Puts in a newer version of an import, as a call returned it. */
  put: (upload: CustomerImport) => void;
}

/** Keeps imports up to date. `onOther` is called for events of imports that are not among them. */
export function useLive(loaded: CustomerImport[], onOther?: () => void): Live {
  const [known, setKnown] = useState(loaded);
  const [newer, setNewer] = useState<ReadonlyMap<string, CustomerImport>>(new Map());
  const asking = useRef(new Map<string, "once" | "again">());
  if (known !== loaded) {
    setKnown(loaded);
    setNewer(new Map());
  }
  const uploads = loaded.map((upload) => newer.get(upload.uploadId) ?? upload);

  const put = useCallback(
    (upload: CustomerImport) => setNewer((now) => new Map(now).set(upload.uploadId, upload)),
    [],
  );
  /** Runs one request at a time per import; an event that arrives meanwhile causes one more afterwards. */
  const ask = useCallback(
    async (id: string) => {
      if (asking.current.has(id)) {
        asking.current.set(id, "again");
        return;
      }
      do {
        asking.current.set(id, "once");
        try {
          put(await call(getUpload, { params: { id } }));
        } catch {
          // The next event or poll tries again.
          break;
        }
      } while (asking.current.get(id) === "again");
      asking.current.delete(id);
    },
    [put],
  );

  const running = uploads
    .filter(({ state }) => isActive(state))
    .map(({ uploadId }) => uploadId)
    .join(" ");
  const askRunning = useCallback(() => {
    for (const id of running.split(" ")) if (id !== "") void ask(id);
  }, [running, ask]);
  const heardAt = useRef(-Infinity);
  useEvent(
    "jobProgress",
    ({ kind, subject }) => {
      if (kind !== "customers.import") return;
      heardAt.current = performance.now();
      if (loaded.some((upload) => upload.uploadId === subject)) void ask(subject);
      else onOther?.();
    },
    askRunning,
  );
  useEffect(() => {
    if (running === "") return;
    let wait = FIRST_MS;
    let timer = setTimeout(look, wait);
    function look(): void {
      const silent = performance.now() - heardAt.current >= wait;
      if (silent) askRunning();
      wait = silent ? Math.min(wait * 2, MOST_MS) : FIRST_MS;
      timer = setTimeout(look, wait);
    }
    return () => clearTimeout(timer);
  }, [running, askRunning]);
  return { uploads, put };
}
