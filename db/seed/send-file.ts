import type { ApiClient, Send } from "./client.ts";
import * as importsApi from "#workers/contract/endpoints/imports.ts";

const bytesOf = (file: string | Uint8Array): Uint8Array =>
  typeof file === "string" ? new TextEncoder().encode(file) : file;

/** Uploads a file in parts; returns the reference to it for later calls. */
export async function sendFile(
  send: Send,
  client: ApiClient,
  file: string | Uint8Array,
  name = "customers.csv",
): Promise<string> {
  const bytes = bytesOf(file);
  const { path, partBytes, parts } = await client.call(importsApi.beginUpload, {
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
