import type { AuditTrailEntry, listAuditTrail as contract } from "#workers/contract/endpoints/audit-trail.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { iso } from "../ctx.ts";
import { namesOf } from "./people.ts";
import { type BothTrails, entriesAfter, positionText, readPosition, type TrailRow } from "./trails.ts";

/** A page of both trails as one, the newest first. */
export async function listAuditTrail(
  both: BothTrails,
  { after, perPage, ...filter }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const found = await entriesAfter(both, filter, {
    after: after ? readPosition(after) : undefined,
    limit: perPage + 1,
  });
  const rows = found.slice(0, perPage);
  const nameOf = await namesOf(
    both.directoryCtx,
    rows.map(({ userId }) => userId),
  );
  const last = rows.at(-1);
  return {
    entries: rows.map((row) => entryOnWire(row, nameOf)),
    next: found.length > perPage && last ? positionText(last) : null,
  };
}

export const entryOnWire = (row: TrailRow, nameOf: (userId: string) => string): AuditTrailEntry => ({
  id: row.id,
  at: iso(row.at),
  who: { id: row.userId, name: nameOf(row.userId) },
  action: row.action,
  kind: row.objectKind,
  object: { id: row.objectId, name: row.objectName },
  address: row.address,
  requestId: row.requestId,
});
