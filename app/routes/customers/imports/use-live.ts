import { useCallback, useEffect, useRef } from "react";
import { call } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import {
  type CustomerImport,
  getUpload,
  listErrors,
  listUploads,
} from "#workers/contract/endpoints/imports.ts";
import { customersChanged } from "#app/features/customers/changed.ts";
import { isActive } from "./states.ts";

/** Silence of the socket after which running imports are asked for; doubled each time. */
const FIRST_MS = 4_000;
const MOST_MS = 30_000;

/** Shows a newer version of an import where it is open and listed; at its end, what it has changed is asked anew. */
export function showUpload(upload: CustomerImport): void {
  put(getUpload, { params: { id: upload.uploadId } }, upload);
  patch(listUploads, undefined, (now) => ({
    ...now,
    customerCSVs: now.customerCSVs.map((each) => (each.uploadId === upload.uploadId ? upload : each)),
  }));
  if (isActive(upload.state)) return;
  void invalidate(listErrors, { query: { entryId: upload.uploadId } });
  void customersChanged();
}

/** Keeps the imports that are shown up to date. `onOther` is called for events of imports that are not among them. */
export function useLive(uploads: readonly CustomerImport[], onOther?: () => void): void {
  const asking = useRef(new Map<string, "once" | "again">());
  /** Runs one request at a time per import; an event that arrives meanwhile causes one more afterwards. */
  const ask = useCallback(async (id: string) => {
    if (asking.current.has(id)) {
      asking.current.set(id, "again");
      return;
    }
    do {
      asking.current.set(id, "once");
      try {
        showUpload(await call(getUpload, { params: { id } }));
      } catch {
        // The next event or poll tries again.
        break;
      }
    } while (asking.current.get(id) === "again");
    asking.current.delete(id);
  }, []);

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
      if (uploads.some((upload) => upload.uploadId === subject)) void ask(subject);
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
}
