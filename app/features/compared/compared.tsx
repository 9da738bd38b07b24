import { cx } from "#app/components/ui/cx.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import type { Unit } from "#workers/contract/dashboards.ts";
import { changeIn, saidIn } from "./change.ts";

/** How a figure has changed since as many days before, in words; its colour says whether that is better. */
export function Compared({
  unit,
  isBad,
  value,
  before,
  currency,
}: {
  unit: Unit;
  isBad?: boolean | undefined;
  value: number | null;
  before: number | null;
  currency?: string | undefined;
}) {
  const change = changeIn({ unit, isBad }, value, before);
  if (!change) return texts.noBefore;
  return (
    <>
      <span
        className={cx(change.isBetter === true && "text-success", change.isBetter === false && "text-danger")}
      >
        {change.text}
      </span>
      {`; ${texts.before(saidIn(unit, before, currency))}`}
    </>
  );
}
