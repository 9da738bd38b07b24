import { createHmac } from "node:crypto";
import { metaDelivery } from "./meta-delivery.ts";
import type { Account, Said } from "./plays.ts";

/** A signed delivery, as Meta posts it. */
export function signedDelivery(
  body: unknown,
  appSecret: string,
): { body: string; headers: Record<string, string> } {
  const bytes = JSON.stringify(body);
  const signature = createHmac("sha256", appSecret).update(bytes).digest("hex");
  return {
    body: bytes,
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
  };
}

/** The statuses' times follow their names, not the order in which they are posted. */
const TIMES: Readonly<Record<string, number>> = { sent: 1, delivered: 2, read: 3, failed: 2 };

export const statusDelivery = (
  account: Account,
  { id, ownId, to }: NonNullable<Said["accepted"]>,
  status: string,
) =>
  metaDelivery(account, {
    statuses: [
      {
        id,
        status,
        timestamp: String(1_700_000_000 + (TIMES[status] ?? 0)),
        recipient_id: to,
        ...(ownId !== undefined && { biz_opaque_callback_data: ownId }),
        ...(status === "failed" && { errors: [{ code: 131026, title: "Message undeliverable" }] }),
        pricing: { billable: true, pricing_model: "PMP", category: "utility" },
      },
    ],
  });

/** Posts them one after another, so that their order is the one asked for. */
export async function postStatuses(
  address: string,
  account: Account,
  accepted: NonNullable<Said["accepted"]>,
  statuses: readonly string[],
): Promise<void> {
  for (const status of statuses) {
    const delivery = signedDelivery(statusDelivery(account, accepted, status), account.graph.appSecret);
    await fetch(address, { method: "POST", ...delivery }).catch(() => undefined);
  }
}
