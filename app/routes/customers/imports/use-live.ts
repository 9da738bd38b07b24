import { useCallback, useRef } from "react";
import { call } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { useJobNews } from "#app/kit/use-job-news.ts";
import {
  type CustomerImport,
  getUpload,
  listErrors,
  listUploads,
} from "#workers/contract/endpoints/imports.ts";
import { customersChanged } from "#app/features/customers/changed.ts";
import { isActive } from "./states.ts";

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

  useJobNews(
    "customers.import",
    uploads.map(({ uploadId }) => uploadId),
    {
      onNews: ask,
      onOther,
      running: uploads.filter(({ state }) => isActive(state)).map(({ uploadId }) => uploadId),
    },
  );
}
