import { useCallback, useEffect, useRef } from "react";
import { call } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { beginWork, followWork, seenWork } from "#app/kit/left-work.ts";
import { useJobNews } from "#app/kit/use-job-news.ts";
import {
  type CustomerImport,
  getUpload,
  listErrors,
  listUploads,
} from "#workers/contract/endpoints/imports.ts";
import { customersChanged } from "#app/features/customers/changed.ts";
import { isActive } from "#app/features/customers/import-states.ts";
import { importAddress } from "./addresses.ts";

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

/** Imports that were begun here, until a screen follows them. */
const begun = new Set<string>();

/** The same of one that was begun here: where no screen shows its end, the bell tells of it. */
export function showBegun(upload: CustomerImport): void {
  begun.add(upload.uploadId);
  showUpload(upload);
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

  const ids = uploads.map(({ uploadId }) => uploadId);
  const shown = ids.join(" ");
  useEffect(() => {
    const leaving = shown.split(" ").map(followWork);
    return () => leaving.forEach((leave) => leave());
  }, [shown]);
  useEffect(() => {
    for (const { state, uploadId } of uploads) {
      if (!isActive(state)) seenWork(uploadId);
      else if (begun.delete(uploadId)) beginWork(uploadId, "customers.import", importAddress(uploadId));
    }
  });

  useJobNews("customers.import", ids, {
    onNews: ask,
    onOther,
    running: uploads.filter(({ state }) => isActive(state)).map(({ uploadId }) => uploadId),
  });
}
