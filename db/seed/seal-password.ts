import { CompactEncrypt, importJWK, type JWK } from "jose";
import type { ApiClient } from "./client.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";

/** A password sealed to the server's key for one purpose, as the console sends it. */
export async function sealPassword(client: ApiClient, password: string, boundTo: string): Promise<string> {
  const { jwk } = await client.call(accountApi.loginKey);
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ password, captchaId: boundTo })))
    .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
    .encrypt(await importJWK(jwk as JWK, "RSA-OAEP-256"));
}
