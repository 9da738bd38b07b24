import { saidIn } from "#app/features/compared/change.ts";
import { lastDays } from "#app/lib/day-range.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { dashboardNames, type Measure, measureOf } from "#workers/contract/dashboards.ts";

/** A dashboard's query, from its address: a week up to today where the address has no days. */
export function queryIn(search: URLSearchParams) {
  const usual = lastDays(7);
  const name = search.get("name") ?? "";
  const known = dashboardNames.find((each) => each === name);
  return {
    name: known ?? "messages",
    /** Of a dashboard that somebody has made; '' for one that everybody has. */
    ownId: known ? "" : name,
    fromDate: search.get("from") ?? usual.fromDate,
    toDate: search.get("to") ?? usual.toDate,
    channelId: search.get("channel") ?? "",
    timeZone: readerZone(),
  };
}

/** A value as its unit is said; a dash where there is none. Amounts are said in a currency. */
export const said = (measure: Measure, value: number | null, currency: string): string =>
  saidIn(measureOf(measure).unit, value, currency);
