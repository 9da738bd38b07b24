import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#app/api.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { type CustomerImport, getUpload } from "#workers/contract/endpoints/imports.ts";
import { isActive } from "./states.ts";

/** The socket tells of every step; where it is cut off, asking does. */
const ASK_EVERY_MS = 4_000;

export interface Live {
  uploads: CustomerImport[];
  /** What a call has answered is newer than what is shown. */
  put: (upload: CustomerImport) => void;
}

/** Imports as they are now. `onOther` is told of one that is not among them. */
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
  /** One question at a time for each: what is told meanwhile is asked once more afterwards. */
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
          // It is asked again with the next step, or by the clock.
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
