import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { readObject, record, shown } from "../json.ts";
import { timeOf } from "../time.ts";
import { reportOf } from "./wire.ts";

/** A delivery is one report without a number of its own. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const report = readObject(body);
  return [{ key: `report:${digestOf(report)}`, raw: report }];
}

export function parse(raw: unknown): InboundEvent[] {
  const report = reportOf(record(raw));
  if (!report) return [{ type: "account", what: "report", at: 0, text: shown(raw, 1_000) }];
  const { vendorId, ownId, status, word, code, at } = report;
  const failed = {
    ...(code !== undefined && { code }),
    reason: texts.notDelivered("NGN", word),
  };
  return [
    {
      type: "status",
      ...(vendorId !== undefined && { vendorId }),
      ...(ownId !== undefined && { ownId }),
      status,
      at: timeOf(at),
      ...(status === "failed" && failed),
    },
  ];
}
