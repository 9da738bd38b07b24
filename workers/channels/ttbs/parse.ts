import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { readObject, record, shown, text } from "../json.ts";
import { reportOf } from "./report.ts";

/** A delivery is one report without a number of its own. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const report = readObject(body);
  return [{ key: `report:${digestOf(report)}`, raw: report }];
}

export function parse(raw: unknown): InboundEvent[] {
  const report = record(raw);
  const read = reportOf(report);
  if (read) return [read];
  return [{ type: "account", what: text(report["DRType"], 100) ?? "report", at: 0, text: shown(raw, 1_000) }];
}
