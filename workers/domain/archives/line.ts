import type { ArchiveTally } from "#db/tenant/broadcasts.ts";
import type { FactTimes } from "#db/tenant/messages.ts";
import type { RecipientStatus } from "#workers/contract/broadcast.ts";
import { hashedVendorId } from "../bare/bare.ts";

/** A recipient as a line of a file has them: all that their row said which still means something. */
export interface Line {
  id: string;
  identityId: string | null;
  address: string;
  data: Record<string, string> | null;
  status: RecipientStatus;
  facts: FactTimes;
  code: string | null;
  reason: string | null;
  vendorId: string | null;
  category: string | null;
  billable: 0 | 1 | null;
  billedTo: string | null;
  claimedAt: number | null;
  attempts: number;
  repliedAt: number | null;
  clickedAt: number | null;
  clickedLinks: number;
}

const COLUMNS: Record<keyof Line, string> = {
  id: "r.id",
  identityId: "r.identity_id",
  address: "r.address",
  data: "json(r.data)",
  status: "r.status",
  facts: "json(r.facts)",
  code: "r.code",
  reason: "r.reason",
  vendorId: "r.vendor_id",
  category: "r.category",
  billable: "r.billable",
  billedTo: "r.billed_to",
  claimedAt: "r.claimed_at",
  attempts: "r.attempts",
  repliedAt: "r.replied_at",
  clickedAt: "r.clicked_at",
  clickedLinks: "r.clicked_links",
};

/** SQL for the line of a row `r`: the database makes it, so that it can say later whether a row is still as it was written. */
export const LINE = `json_object(${Object.entries(COLUMNS)
  .map(([key, column]) => `'${key}', ${column}`)
  .join(", ")})`;

/** Statuses whose reason is counted with them, as the counters of broadcasts do. */
const REASONED: readonly RecipientStatus[] = ["failed", "expired", "cancelled"];

/** How many lines stand at what; those who replied or clicked are counted once more, under these words. */
export function tallyOf(lines: readonly Line[]): ArchiveTally {
  const counts = new Map<string, number>();
  const add = (status: string, code: string | null) => {
    const key = JSON.stringify([status, code ?? ""]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { status, code, repliedAt, clickedAt } of lines) {
    add(status, code);
    if (repliedAt !== null) add("replied", code);
    if (clickedAt !== null) add("clicked", code);
  }
  return [...counts].map(([key, count]) => [...(JSON.parse(key) as [string, string]), count] as const);
}

/** SQL for the code under which a tally's entry `t` counts in `broadcast_counts`. */
export const COUNTED_CODE = `CASE WHEN t.value->>0 IN (${REASONED.map((each) => `'${each}'`).join()}) THEN t.value->>1 ELSE '' END`;

const HOUR_MS = 3_600_000;
const hourOf = (time: number): number => time - (time % HOUR_MS);
const hourOrNull = (time: number | null): number | null => (time === null ? null : hourOf(time));

/** An erased person's line keeps, as a row does (`wipingRecipients`), channel, status and hour, which name nobody. */
export const bareLine = (line: Line): Line => ({
  ...line,
  identityId: null,
  address: "",
  data: null,
  reason: null,
  vendorId: line.vendorId === null ? null : hashedVendorId(line.vendorId),
  facts: Object.fromEntries(
    Object.entries(line.facts).map(([fact, [theirs, ours]]) => [fact, [hourOf(theirs), hourOf(ours)]]),
  ),
  repliedAt: hourOrNull(line.repliedAt),
  clickedAt: hourOrNull(line.clickedAt),
  clickedLinks: 0,
});
