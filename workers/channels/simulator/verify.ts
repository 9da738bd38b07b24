import { createHmac, timingSafeEqual } from "node:crypto";
import type { Adapter } from "../adapter.ts";
import { SIGNATURE } from "./wire.ts";

/** The signature of a body, under the channel's own token. */
export const signatureOf = (body: Uint8Array, token: string): string =>
  `sha256=${createHmac("sha256", token).update(body).digest("hex")}`;

export const verify: Adapter["verify"] = async ({ headers, body }, { webhookToken }) => {
  const given = Buffer.from(headers.get(SIGNATURE) ?? "");
  const wanted = Buffer.from(signatureOf(body, webhookToken));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};
