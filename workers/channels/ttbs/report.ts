import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { InboundStatus } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import { type Json, text } from "../json.ts";
import { timeOf } from "../time.ts";

/**
 * A delivery report of TTBS. The table of its codes is not public, so the words decide; their real spelling must be
 * compared on an account.
 */
export function reportOf(report: Json): InboundStatus | undefined {
  const vendorId = text(report["SubmissionID"], 500);
  const words = text(report["DeliveryStatus"], 200);
  if (vendorId === undefined || words === undefined) return undefined;
  const status = statusOf(words);
  const code = text(report["DeliveryStatusCode"], 64);
  return {
    type: "status",
    vendorId,
    status,
    at: timeOf(report["DeliveryTimestamp"]),
    ...(status === "failed" && {
      ...(code !== undefined && { code }),
      reason: texts.notDelivered("TTBS", words.replace(/\.+$/, "")),
    }),
  };
}

function statusOf(words: string): Status {
  if (/(^|[^a-z])un|not|fail/i.test(words)) return "failed";
  // Before the delivery: what was accepted for it has not reached anybody.
  if (/submit|accept|enroute|pending/i.test(words)) return "sent";
  return /deliv/i.test(words) ? "delivered" : "failed";
}
