import { ChartColumn } from "lucide-react";
import { useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { UpdatedAgo } from "#app/components/updated-ago.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { DayRangeChoice } from "#app/kit/day-range-choice.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { readerZone } from "#app/lib/reader-zone.ts";
import { zoneName } from "#app/lib/zone.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import {
  chatAnalytics,
  chatAnalyticsCsv,
  MOST_ANALYTICS_DAYS,
  NO_DEPARTMENT,
} from "#workers/contract/endpoints/chat-analytics.ts";
import { chatDepartments } from "#workers/contract/endpoints/chats.ts";
import type { Route } from "./+types/analytics.ts";
import { Bars } from "./bars.tsx";
import { byDay, byHour, daysIn, timeOf } from "./figures.ts";
import { FILTERS, type PartList, Parts } from "./parts.tsx";
import { Totals } from "./totals.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The days and the department are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const departmentId = searchParams.get("department") ?? "";
  const days = daysIn(searchParams, new Date());
  const range = timeOf(days);
  const [figures, departments] = await Promise.all([
    load(chatAnalytics, { query: { ...range, departmentId } }),
    load(chatDepartments),
  ]);
  return { figures, departments, days, departmentId, range };
});

/** How chats ended: in figures, by day and hour, and with whom. Each number and each bar opens its chats. */
export default function Analytics({
  loaderData: { figures: loaded, departments: all, days, departmentId, range },
}: Route.ComponentProps) {
  const figures = useLoaded(loaded);
  const { departments } = useLoaded(all).answer;
  const { total, before, hours, updatedAt: _, ...lists } = figures.answer;
  const [dayBars, hourBars] = [byDay(hours, range), byHour(hours)];
  const [address, setAddress] = useSearchParams();
  const change = (values: Record<string, string>) => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(values)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  const opensOf = (more: Record<string, string>) =>
    `/chat/history?${new URLSearchParams({
      ...range,
      ...(departmentId && { department: departmentId }),
      ...more,
    })}`;
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={
        <ExportButton
          endpoint={chatAnalyticsCsv}
          input={{ query: { ...range, departmentId, timeZone: readerZone() } }}
          fileName={() => texts.csv.name(days.fromDate, days.toDate)}
          label={texts.csv.save}
          failed={texts.csv.failed}
        />
      }
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <DayRangeChoice
          range={days}
          mostDays={MOST_ANALYTICS_DAYS - 1}
          onChange={(chosen) => change({ ...chosen, days: "" })}
        />
        {departments.length > 0 && (
          <Field label={texts.department} className="w-full sm:w-56">
            <Select
              value={departmentId}
              options={[
                { value: "", label: texts.everyDepartment },
                ...departments.map(({ id, name }) => ({ value: id, label: name })),
                { value: NO_DEPARTMENT, label: texts.noDepartment },
              ]}
              onChange={(department) => change({ department })}
            />
          </Field>
        )}
      </div>
      <NotRefreshed list={figures} />
      {total.started + total.closed + total.missed + total.attended === 0 ? (
        <EmptyState icon={<ChartColumn />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <Totals {...{ total, before, opensOf }} />
          <section>
            <h2 className="mb-3 font-semibold">{texts.overTime}</h2>
            <div className="grid gap-4 xl:grid-cols-2">
              <Bars kind="startedByDay" bars={dayBars} opensOf={opensOf} />
              <Bars kind="startedByHour" bars={hourBars} opensOf={opensOf} />
              <Bars kind="byDay" bars={dayBars} opensOf={opensOf} />
              <Bars kind="byHour" bars={hourBars} opensOf={opensOf} />
            </div>
          </section>
          <div className="grid gap-6 2xl:grid-cols-2">
            {(Object.keys(FILTERS) as PartList[]).map((list) => (
              <Parts key={list} list={list} rows={lists[list]} opensOf={opensOf} />
            ))}
          </div>
        </div>
      )}
      <UpdatedAgo at={figures.at} busy={figures.asking} onRefresh={figures.reload} className="mt-3">
        {figuresAgeTexts.timesIn(zoneName())}
      </UpdatedAgo>
    </Page>
  );
}
