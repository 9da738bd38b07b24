import { ChartColumn } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { Page } from "#app/components/page.tsx";
import { UpdatedAgo } from "#app/components/updated-ago.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { zoneName } from "#app/lib/zone.ts";
import { can, useSession } from "#app/session/session.ts";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import { chatRatingTexts as ratingTexts } from "#texts/chat-rating.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { chatAnalytics, type EndedChats, NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import { chatDepartments } from "#workers/contract/endpoints/chats.ts";
import type { Route } from "./+types/analytics.ts";
import { analyticsPeriods, type Bar, byDay, byHour, daysUpTo } from "./figures.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The period and the department are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const period = analyticsPeriods.find((each) => each === searchParams.get("days")) ?? "7";
  const departmentId = searchParams.get("department") ?? "";
  const range = daysUpTo(new Date(), Number(period));
  const [figures, departments] = await Promise.all([
    load(chatAnalytics, { query: { ...range, departmentId } }),
    load(chatDepartments),
  ]);
  return { figures, departments, period, departmentId, range };
});

/** Names of the lists' rows in the history's search params. */
const FILTERS = { departments: "department", agents: "agent", channels: "channel", labels: "label" } as const;
type List = keyof typeof FILTERS;

/** How chats ended: in figures, by day and hour, and with whom. Each number opens its chats. */
export default function Analytics({
  loaderData: { figures: loaded, departments: all, period, departmentId, range },
}: Route.ComponentProps) {
  const figures = useLoaded(loaded);
  const { departments } = useLoaded(all).answer;
  const { total, hours, updatedAt: _, ...lists } = figures.answer;
  const [days, hoursOfDay] = [byDay(hours, range), byHour(hours)];
  const [address, setAddress] = useSearchParams();
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(address);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  const opensOf = (more: Record<string, string>) =>
    `/chat/history?${new URLSearchParams({
      ...range,
      ...(departmentId && { department: departmentId }),
      ...more,
    })}`;
  return (
    <Page wide title={title} lead={lead}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label={texts.period} className="flex flex-wrap gap-1">
          {analyticsPeriods.map((each) => (
            <Button
              key={each}
              tone={each === period ? "primary" : "secondary"}
              aria-pressed={each === period}
              onClick={() => change("days", each)}
            >
              {texts.periods[each]}
            </Button>
          ))}
        </div>
        {departments.length > 0 && (
          <Select
            aria-label={texts.department}
            className="w-full sm:w-56"
            value={departmentId}
            options={[
              { value: "", label: texts.everyDepartment },
              ...departments.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_DEPARTMENT, label: texts.noDepartment },
            ]}
            onChange={(next) => change("department", next)}
          />
        )}
      </div>
      <NotRefreshed list={figures} />
      {total.started + total.closed + total.missed + total.attended === 0 ? (
        <EmptyState icon={<ChartColumn />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <Totals total={total} opensOf={opensOf} />
          <section>
            <h2 className="mb-3 font-semibold">{texts.overTime}</h2>
            <div className="grid gap-4 xl:grid-cols-2">
              <Bars
                title={texts.startedByDay}
                lead={texts.startedByDayLead}
                label={texts.day}
                bars={days}
                of={started}
              />
              <Bars
                title={texts.startedByHour}
                lead={texts.startedByHourLead}
                label={texts.hour}
                bars={hoursOfDay}
                of={started}
              />
              <Bars title={texts.byDay} lead={texts.byDayLead} label={texts.day} bars={days} of={ended} />
              <Bars
                title={texts.byHour}
                lead={texts.byHourLead}
                label={texts.hour}
                bars={hoursOfDay}
                of={ended}
              />
            </div>
          </section>
          <div className="grid gap-6 2xl:grid-cols-2">
            {(Object.keys(FILTERS) as List[]).map((list) => (
              <Rows key={list} list={list} rows={lists[list]} opensOf={opensOf} />
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

type OpensOf = (more: Record<string, string>) => string;

function Totals({ total, opensOf }: { total: ReplyOf<typeof chatAnalytics>["total"]; opensOf: OpensOf }) {
  const figures = [
    { name: texts.started, value: <Opens to={opensOf({ begun: "any" })} count={total.started} /> },
    {
      name: texts.firstResponse,
      value: <FirstResponse of={total} to={opensOf({ begun: "answered" })} />,
    },
    { name: texts.closed, value: <Opens to={opensOf({ end: "closed" })} count={total.closed} /> },
    { name: texts.missed, value: <Opens to={opensOf({ end: "missed" })} count={total.missed} /> },
    {
      name: texts.pickup,
      value: total.attended === 0 ? texts.nothing : formatSeconds(total.pickupSeconds),
    },
    {
      name: texts.duration,
      value: total.closed === 0 ? texts.nothing : formatSeconds(total.durationSeconds),
    },
    {
      name: ratingTexts.rating,
      value: <Rating of={total} to={opensOf({ rating: "any" })} />,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-7">
      {figures.map(({ name, value }) => (
        <Card key={name} className="p-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
        </Card>
      ))}
    </dl>
  );
}

/** A count that opens its chats, for who may read ended ones. */
function Opens({ to, count }: { to: string; count: number }) {
  const { profile } = useSession();
  if (count === 0 || !can(profile, ["CHAT.VIEW_CHATHISTORY"])) return formatCount(count);
  return (
    <Link to={to} className="text-accent-ink underline">
      {formatCount(count)}
    </Link>
  );
}

/** The average rating, from 1 to 5, and the chats that it is of. */
function Rating({ of: { rated, rating }, to }: { of: Pick<EndedChats, "rated" | "rating">; to: string }) {
  if (rating === null) return texts.nothing;
  const average = formatCount(rating);
  return (
    <>
      <span className="sr-only">{ratingTexts.average(average, rated)}</span>
      <span aria-hidden>★ {average} </span>
      <span className="text-[0.8125rem] font-normal">
        (<Opens to={to} count={rated} />)
      </span>
    </>
  );
}

/** How long people waited for a person's first answer, on average, and the chats that it is of. */
function FirstResponse({
  of: { firstResponses, firstResponseSeconds },
  to,
}: {
  of: Pick<EndedChats, "firstResponses" | "firstResponseSeconds">;
  to: string;
}) {
  if (firstResponses === 0) return texts.nothing;
  return (
    <>
      {formatSeconds(firstResponseSeconds)}{" "}
      <span className="text-[0.8125rem] font-normal">
        (<Opens to={to} count={firstResponses} />)
      </span>
    </>
  );
}

const started = [{ of: "started", name: texts.started, tone: "accent" }] as const;
const ended = [
  { of: "closed", name: texts.closed, tone: "success" },
  { of: "missed", name: texts.missed, tone: "danger" },
] as const;

function Bars({
  title: name,
  lead: summary,
  label,
  bars,
  of,
}: {
  title: string;
  lead: string;
  label: string;
  bars: Bar[];
  of: typeof started | typeof ended;
}) {
  return (
    <Chart
      kind="bar"
      stacked
      title={name}
      summary={summary}
      labelName={label}
      labels={bars.map((bar) => bar.label)}
      series={of.map(({ of: count, ...series }) => ({ ...series, values: bars.map((bar) => bar[count]) }))}
    />
  );
}

function Rows({ list, rows, opensOf }: { list: List; rows: readonly EndedChats[]; opensOf: OpensOf }) {
  return (
    <section className="min-w-0">
      {rows.length === 0 ? (
        <>
          <h2 className="mb-2 font-semibold">{texts.by[list]}</h2>
          <p className="text-muted">{texts.noRows}</p>
        </>
      ) : (
        <Table caption={texts.by[list]} captionHidden={false} className="relative">
          <thead>
            <tr>
              <Th>{texts.names[list]}</Th>
              <FigureTh>{texts.started}</FigureTh>
              <FigureTh>{texts.firstResponse}</FigureTh>
              <FigureTh>{texts.closed}</FigureTh>
              <FigureTh>{texts.missed}</FigureTh>
              <FigureTh>{texts.duration}</FigureTh>
              <FigureTh>{ratingTexts.rating}</FigureTh>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, started: begun, closed, missed, durationSeconds, ...figures }) => (
              <tr key={id}>
                <RowTh>
                  <bdi>{name || texts.noDepartment}</bdi>
                </RowTh>
                <FigureTd>
                  <Opens to={opensOf({ [FILTERS[list]]: id, begun: "any" })} count={begun} />
                </FigureTd>
                <FigureTd>
                  <FirstResponse of={figures} to={opensOf({ [FILTERS[list]]: id, begun: "answered" })} />
                </FigureTd>
                <FigureTd>
                  <Opens to={opensOf({ [FILTERS[list]]: id, end: "closed" })} count={closed} />
                </FigureTd>
                <FigureTd>
                  <Opens to={opensOf({ [FILTERS[list]]: id, end: "missed" })} count={missed} />
                </FigureTd>
                <FigureTd>{closed === 0 ? texts.nothing : formatSeconds(durationSeconds)}</FigureTd>
                <FigureTd>
                  <Rating of={figures} to={opensOf({ [FILTERS[list]]: id, rating: "any" })} />
                </FigureTd>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
