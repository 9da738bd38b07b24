import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { iso } from "../ctx.ts";
import { changesOf } from "./changes.ts";
import { namesOf } from "./people.ts";
import { type BothTrails, entriesAfter, type Filter, type TrailRow } from "./trails.ts";

const PAGE = 500;

/** Streams the matching entries as CSV, page by page: memory does not grow with the trail. */
export const exportAuditTrail = (both: BothTrails, filter: Filter): ReadableStream<Uint8Array> =>
  csvStream<TrailRow & { who: string }>({
    header: Object.values(texts.csv),
    begin: () =>
      audited(both.ctx, { action: "export", kind: "auditTrail", object: { id: "", name: texts.title } }),
    next: async (after) => {
      const rows = await entriesAfter(both, filter, { after, limit: PAGE });
      const nameOf = await namesOf(
        both.directoryCtx,
        rows.map(({ userId }) => userId),
      );
      return rows.map((row) => ({ ...row, who: nameOf(row.userId) }));
    },
    cells: (row) =>
      [
        iso(row.at),
        row.who,
        row.userId,
        row.action,
        row.objectKind,
        row.objectName,
        row.objectId,
        row.address,
        row.requestId,
        changesText(row, both),
      ].map(oneLine),
  });

const changesText = (row: TrailRow, both: BothTrails): string =>
  changesOf(row, both)
    .changes.map((each) => `${each.field}: ${each.before ?? ""} -> ${each.after ?? ""}`)
    .join("; ");

/** Keeps an entry on one line, whatever a name contains, so that a line-based reader never sees a forged entry. */
const oneLine = (cell: string): string => cell.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
