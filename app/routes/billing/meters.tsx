import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { formatCount } from "#app/lib/format.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import type { Meter, PlanOnWire } from "#workers/contract/endpoints/enterprise-billing.ts";
import { limitText } from "./limit-text.ts";

/** A meter a kind: what is used of what the plan has, and where the month is going. */
export function Meters({
  meters,
  plan,
  month,
}: {
  meters: readonly Meter[];
  plan: PlanOnWire | null;
  month: string;
}) {
  return (
    <section aria-labelledby="usage-meters">
      <h2 id="usage-meters" className="mb-3 text-base font-semibold">
        {texts.metersOf(month)}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {meters.map((meter) => (
          <li key={meter.kind} className="min-w-0">
            <MeterCard meter={meter} limit={plan?.terms[meter.kind]?.limit ?? null} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MeterCard({
  meter: { kind, used, full, forecast, level },
  limit,
}: {
  meter: Meter;
  limit: { at: number; isHard: boolean } | null;
}) {
  return (
    <Card className="h-full p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="font-medium">{texts.kinds[kind]}</h3>
        {level && <Badge tone={level === 100 ? "danger" : "warning"}>{texts.level[level]}</Badge>}
      </div>
      <p className="mt-1 text-lg font-semibold tabular-nums">{formatCount(used)}</p>
      {full !== null && (
        <>
          <Progress label={texts.kinds[kind]} labelHidden value={used / full} className="mt-1" />
          <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">
            {texts.used(formatCount(used), formatCount(full))}
          </p>
        </>
      )}
      {limit && <p className="text-[0.8125rem] text-muted">{limitText(limit)}</p>}
      {forecast !== null && (
        <p className="text-[0.8125rem] text-muted">{texts.forecast(formatCount(forecast))}</p>
      )}
    </Card>
  );
}
