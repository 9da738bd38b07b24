import { vi } from "vitest";
import type { ApiClient, Send } from "#db/seed/client.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import type { ColumnTarget, CustomerImport, ImportState } from "#workers/contract/endpoints/imports.ts";
import type { ListOptIn } from "#workers/contract/opt-in.ts";
import { sendFile } from "#db/seed/send-file.ts";

/** Sends a file and accepts it for import (or for a check). */
export async function startUpload(
  send: Send,
  client: ApiClient,
  file: string | Uint8Array,
  options: { mapping?: ColumnTarget[]; dryRun?: boolean; name?: string; optIn?: ListOptIn } = {},
): Promise<CustomerImport> {
  const { name = "customers.csv", ...how } = options;
  const path = await sendFile(send, client, file, name);
  return client.call(importsApi.startImport, { body: { file: { name, path }, ...how } });
}

/** Waits until an import has come to the state. */
export async function untilState(
  client: ApiClient,
  id: string,
  state: ImportState,
  timeout = 40_000,
): Promise<CustomerImport> {
  return vi.waitFor(
    async () => {
      const upload = await client.call(importsApi.getUpload, { params: { id } });
      if (upload.state !== state) throw new Error(`the import is ${upload.state} ${upload.reason}`);
      return upload;
    },
    { timeout, interval: 25 },
  );
}
