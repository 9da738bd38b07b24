import { formatCount, formatSeconds, formatShare } from "#app/lib/format.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { moneyText } from "#workers/contract/billing/money.ts";
import { isSummed, type Unit } from "#workers/contract/dashboards.ts";

/** A value as its unit is said; a dash where there is none. Amounts are said in a currency. */
export function saidIn(unit: Unit, value: number | null, currency = ""): string {
  if (value === null) return texts.nothing;
  if (unit === "money") return moneyText(value, currency);
  if (unit === "share") return formatShare(value);
  if (unit === "seconds") return formatSeconds(value);
  return formatCount(unit === "rating" ? Math.round(value * 100) / 100 : value);
}

interface Change {
  text: string;
  /** Null: neither better nor worse. */
  isBetter: boolean | null;
}

/** The change since the days before; null where one of the two has nothing to compare. */
export function changeIn(
  { unit, isBad = false }: { unit: Unit; isBad?: boolean | undefined },
  value: number | null,
  before: number | null,
): Change | null {
  if (value === null || before === null || (isSummed(unit) && before === 0)) return null;
  const difference = isSummed(unit) ? (value - before) / before : value - before;
  if (difference === 0) return { text: texts.same, isBetter: null };
  const size = Math.abs(difference);
  // A share that goes from 90 to 45 % loses 45 points, or a half: "45 %" would be read as either.
  const amount = isSummed(unit)
    ? formatShare(size)
    : unit === "share"
      ? texts.points(formatCount(Math.round(size * 100)))
      : saidIn(unit, size);
  const isUp = difference > 0;
  return { text: isUp ? texts.up(amount) : texts.down(amount), isBetter: isUp !== isBad };
}
