import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "#db/seed/client.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";
import type { CustomerImport } from "#workers/contract/endpoints/imports.ts";
import { sendFile } from "#db/seed/send-file.ts";

/** Imports a file, and says how long that took from the accepted call to its end. */
export async function importOf(
  client: ApiClient,
  send: (path: string, init: RequestInit) => Promise<Response>,
  csv: string | Uint8Array,
): Promise<{ done: CustomerImport; seconds: number }> {
  const path = await sendFile(send, client, csv);
  const began = performance.now();
  const { uploadId } = await client.call(importsApi.startImport, {
    body: { file: { name: "load.csv", path } },
  });
  for (;;) {
    const done = await client.call(importsApi.getUpload, { params: { id: uploadId } });
    if (done.state === "COMPLETED") return { done, seconds: (performance.now() - began) / 1_000 };
    if (done.state !== "WAITING" && done.state !== "PROCESSING")
      throw new Error(`${done.state}: ${done.reason}`);
    await pause(50);
  }
}
