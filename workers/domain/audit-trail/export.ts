import { auditTrailTexts as texts } from "#texts/audit-trail.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import { iso } from "../ctx.ts";
import { changesOf } from "./changes.ts";
import { namesOf } from "./people.ts";
import { type BothTrails, entriesAfter, type Filter, type Position, type TrailRow } from "./trails.ts";

const PAGE = 500;

/** Streams the matching entries as CSV, page by page: memory does not grow with the trail. */
export function exportAuditTrail(both: BothTrails, filter: Filter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: Position | undefined;
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!begun) {
        begun = true;
        controller.enqueue(encoder.encode(UTF8_MARK + csvLine(Object.values(texts.csv))));
      }
      const rows = await entriesAfter(both, filter, { after, limit: PAGE });
      const last = rows.at(-1);
      if (!last) return controller.close();
      after = last;
      const nameOf = await namesOf(
        both.directoryCtx,
        rows.map(({ userId }) => userId),
      );
      const lines = rows.map((row) =>
        csvLine(
          [
            iso(row.at),
            nameOf(row.userId),
            row.userId,
            row.action,
            row.objectKind,
            row.objectName,
            row.objectId,
            row.address,
            row.requestId,
            changesText(row, both),
          ].map(oneLine),
        ),
      );
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
}

const changesText = (row: TrailRow, both: BothTrails): string =>
  changesOf(row, both)
    .changes.map((each) => `${each.field}: ${each.before ?? ""} -> ${each.after ?? ""}`)
    .join("; ");

/** Keeps an entry on one line, whatever a name contains, so that a line-based reader never sees a forged entry. */
const oneLine = (cell: string): string => cell.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
