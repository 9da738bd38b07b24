import { expect } from "vitest";
import type { Send } from "#db/seed/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import type { ColumnTarget, CustomerImport, ImportState } from "#workers/contract/endpoints/imports.ts";
import type { ApiClient } from "#db/seed/client.ts";

const bytesOf = (file: string | Uint8Array): Uint8Array =>
  typeof file === "string" ? new TextEncoder().encode(file) : file;

/** Sends a file in its parts; answers what names it in the calls that follow. */
export async function sendFile(
  send: Send,
  client: ApiClient,
  file: string | Uint8Array,
  name = "customers.csv",
): Promise<string> {
  const bytes = bytesOf(file);
  const { path, partBytes, parts } = await client.call(endpoints.imports.beginUpload, {
    body: { name, bytes: bytes.byteLength },
  });
  for (let part = 1; part <= parts; part++) {
    const response = await sendPart(
      send,
      client,
      path,
      part,
      bytes.subarray((part - 1) * partBytes, part * partBytes),
    );
    if (!response.ok) throw new Error(`part ${part}: ${response.status} ${await response.text()}`);
  }
  return path;
}

export const sendPart = (
  send: Send,
  { token }: Pick<ApiClient, "token">,
  path: string,
  part: number,
  bytes: Uint8Array,
): Promise<Response> =>
  send(`/api/chatbird/api/customer_master/upload/${path}/${part}`, {
    method: "PUT",
    headers: { "authentication-token": token, "content-type": "application/octet-stream" },
    body: bytes as Uint8Array<ArrayBuffer>,
  });

/** Sends a file and accepts it for import (or for a check). */
export async function startUpload(
  send: Send,
  client: ApiClient,
  file: string | Uint8Array,
  options: { mapping?: ColumnTarget[]; dryRun?: boolean; name?: string } = {},
): Promise<CustomerImport> {
  const { name = "customers.csv", ...how } = options;
  const path = await sendFile(send, client, file, name);
  return client.call(endpoints.imports.start, { body: { file: { name, path }, ...how } });
}

/** Waits until an import has come to the state. */
export async function untilState(
  client: ApiClient,
  id: string,
  state: ImportState,
  timeout = 20_000,
): Promise<CustomerImport> {
  const get = () => client.call(endpoints.imports.get, { params: { id } });
  await expect.poll(async () => (await get()).state, { timeout, interval: 25 }).toBe(state);
  return get();
}
