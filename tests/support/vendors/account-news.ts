import { createHmac } from "node:crypto";

/** Delivers news of an account as Meta does, signed with the channel's app secret; `time` in seconds. */
export function tellNews(
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  { id, appSecret, waba = "102290129340398" }: { id: string; appSecret: string; waba?: string },
  field: string,
  value: object,
  time = Math.floor(Date.now() / 1_000),
): Promise<Response> {
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: waba, time, changes: [{ field, value }] }],
  });
  const digest = createHmac("sha256", appSecret).update(body).digest("hex");
  return fetch(`/api/webhooks/whatsapp-cloud/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${digest}` },
    body,
  });
}
