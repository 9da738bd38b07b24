import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { type CustomerImport, getUpload } from "#workers/contract/endpoints/imports.ts";
import { isActive } from "./states.ts";

/** The socket reports every step; polling covers for a lost connection. */
const ASK_EVERY_MS = 4_000;

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
  useEvent(
    "importProgress",
    ({ uploadId }) => {
      if (loaded.some((upload) => upload.uploadId === uploadId)) void ask(uploadId);
      else onOther?.();
    },
    askRunning,
  );
  useEffect(() => {
    if (running === "") return;
    const clock = setInterval(askRunning, ASK_EVERY_MS);
    return () => clearInterval(clock);
  }, [running, askRunning]);
  return { uploads, put };
}
