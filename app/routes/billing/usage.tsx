import { ReceiptText } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { formatCount, formatDayMonth } from "#app/lib/format.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { can, loadSession, useSession } from "#app/session/session.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { getUsage, usageCsv } from "#workers/contract/endpoints/enterprise-billing.ts";
import { type UsageKind, usageKindNames } from "#workers/contract/billing/usage.ts";
import type { Route } from "./+types/usage.ts";
import { everyDay } from "./days-of.ts";
import { Meters } from "./meters.tsx";
import { PlanTermsList } from "./plan-terms.tsx";

const { usageTitle: title, usageLead: lead, usageFailed: failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The shell says that billing is switched off; there is nothing to ask for. */
const OFF: ReplyOf<typeof getUsage> = {
  month: "2026-01",
  first: "2026-01",
  plan: null,
  countedFrom: null,
  isStopped: false,
  meters: [],
  days: [],
};

/** The month and the kind that is drawn are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const asked = searchParams.get("month") ?? "";
  const kind = usageKindNames.find((each) => each === searchParams.get("kind"));
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : undefined;
  const input = { query: { month } };
  const { features } = await loadSession();
  return {
    usage: features.billing ? await load(getUsage, input) : { endpoint: getUsage, input, answer: OFF },
    kind,
  };
});

/** An enterprise's usage in a month, against its plan. */
export default function Usage({ loaderData }: Route.ComponentProps) {
  const { profile } = useSession();
  const listState = useListState();
  const usage = useLoaded(loaderData.usage).answer;
  const manages = can(profile, ["ENTERPRISE.MANAGE_BILLING"]);
  const { month, first, plan, countedFrom, isStopped, meters } = usage;
  return (
    <Page
      title={title}
      lead={lead}
      actions={manages && <ButtonLink to="/admin/enterpriseBilling">{texts.toBilling}</ButtonLink>}
    >
      {isStopped && (
        <Banner kind="warning" className="mb-4">
          {texts.stopped}
        </Banner>
      )}
      {!plan && (
        <EmptyState
          icon={<ReceiptText />}
          title={texts.noPlan}
          action={manages && <ButtonLink to="/admin/enterpriseBilling">{texts.choosePlan}</ButtonLink>}
        >
          {texts.noPlanText}
        </EmptyState>
      )}
      <div className="my-4 flex flex-wrap items-end gap-3">
        <Field label={texts.month} className="w-44">
          <Select
            value={month}
            options={monthsFrom(first).map((value) => ({ value, label: value }))}
            onChange={(chosen) => listState.change({ month: chosen })}
          />
        </Field>
        <ExportButton
          endpoint={usageCsv}
          input={{ query: { month } }}
          fileName={texts.usageFile(month)}
          label={texts.export}
        />
      </div>
      <p className="mb-4 text-[0.8125rem] text-muted">
        {`${texts.months} ${texts.updated}${countedFrom === null ? "" : ` ${texts.countedFrom(formatDayMonth(countedFrom))}`}`}
      </p>
      {meters.length === 0 ? (
        <p className="text-muted">{texts.nothingUsed}</p>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <Meters meters={meters} plan={plan} month={month} />
          {meters.some(({ kind }) => kind === "storedMb") && (
            <p className="text-[0.8125rem] text-muted">{texts.storedOf}</p>
          )}
          <ByDay usage={usage} kind={loaderData.kind} onKind={(kind) => listState.change({ kind })} />
        </div>
      )}
      {plan && (
        <section aria-labelledby="usage-plan" className="mt-6">
          <h2 id="usage-plan" className="mb-3 text-base font-semibold">
            {`${texts.plan}: ${plan.name}`}
          </h2>
          <PlanTermsList plan={plan} />
        </section>
      )}
    </Page>
  );
}

/** Months from the first one with use to this one, the latest first. */
function monthsFrom(first: string): string[] {
  const now = new Date();
  const of = (name: string) => Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1;
  const last = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return Array.from({ length: last - of(first) + 1 }, (_, back) => {
    const month = last - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}

function ByDay({
  usage: { days, meters, month },
  kind: asked,
  onKind,
}: {
  usage: ReplyOf<typeof getUsage>;
  kind: UsageKind | undefined;
  onKind: (kind: UsageKind) => void;
}) {
  const used = meters.filter(({ used: count }) => count > 0).map(({ kind }) => kind);
  const [first] = used;
  const kind = used.find((each) => each === asked) ?? first;
  if (!kind) return <p className="text-muted">{texts.nothingUsed}</p>;
  const rows = everyDay(
    month,
    days.filter((each) => each.kind === kind),
    Date.now(),
  );
  const sum = rows.reduce((all, { count }) => all + count, 0);
  return (
    <section aria-labelledby="usage-days" className="grid grid-cols-1 gap-3">
      <h2 id="usage-days" className="text-base font-semibold">
        {texts.byDay}
      </h2>
      <Field label={texts.kind} className="w-64 max-w-full">
        <Select
          value={kind}
          options={used.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={onKind}
        />
      </Field>
      <Chart
        kind="bar"
        title={texts.chartOf(texts.kinds[kind], month)}
        summary={texts.chartTotal(texts.kinds[kind], formatCount(sum))}
        labelName={texts.byDay}
        labels={rows.map(({ day }) => formatDayMonth(day))}
        series={[{ name: texts.kinds[kind], values: rows.map(({ count }) => count), tone: "accent" }]}
      />
    </section>
  );
}
