import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { failedOf } from "#workers/contract/broadcast.ts";
import { type campaignReport, campaignStats } from "#workers/contract/endpoints/campaigns.ts";
import { reachedOf } from "#app/features/broadcasts/figures.ts";
import { activityAddress } from "#app/features/broadcasts/addresses.ts";
import { campaignAddress } from "../addresses.ts";
import { StateBadge } from "../state-badges.tsx";
import { withFigure } from "../use-shown-figure.ts";
import { partsOf } from "./parts-of.ts";

const texts = campaignScreensTexts.report;
type Row = ReplyOf<typeof campaignReport>["campaigns"][number];
const FIGURES = ["total", "sent", "delivered", "read", "replied", "clicked", "failed", "unknown"] as const;
/** Columns of the table, for what spans it. */
const COLUMNS = 5 + FIGURES.length;

/** A row a campaign; its activities open below it. Names lead on for those who may see campaigns. */
export function ReportTable({ campaigns }: { campaigns: readonly Row[] }) {
  const sees = useCan()(
    "CAMPAIGNS.VIEW",
    "CAMPAIGNS.CREATE",
    "CAMPAIGNS.EDIT",
    "CAMPAIGNS.APPROVE",
    "CAMPAIGNS.START",
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set(now).add(id)));
  const { head } = texts;
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{head.campaign}</Th>
          <Th className="max-sm:hidden">{head.state}</Th>
          <FigureTh>{head.runs}</FigureTh>
          <Th className="max-md:hidden">{head.last}</Th>
          {FIGURES.map((each) => (
            <FigureTh key={each}>{head[each]}</FigureTh>
          ))}
          <FigureTh>{head.fallback}</FigureTh>
        </tr>
      </thead>
      <tbody>
        {campaigns.map(({ id, name, state, runs, lastRunAt, counts, byFallback }) => (
          <Fragment key={id}>
            <tr>
              <RowTh className="max-w-80 min-w-44">
                <span className="flex items-start gap-1.5">
                  <IconButton
                    size="sm"
                    label={texts.open(name)}
                    aria-expanded={open.has(id)}
                    icon={open.has(id) ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
                    onClick={() => toggle(id)}
                  />
                  <Named to={sees ? campaignAddress(id) : undefined}>{name}</Named>
                </span>
              </RowTh>
              <Td className="max-sm:hidden">
                <StateBadge state={state} />
              </Td>
              <FigureTd>{formatCount(runs)}</FigureTd>
              <Td className="whitespace-nowrap tabular-nums max-md:hidden">
                {lastRunAt ? formatShortDay(lastRunAt) : campaignScreensTexts.noDate}
              </Td>
              <Figures {...{ counts, byFallback }} to={sees ? campaignAddress(id) : undefined} />
            </tr>
            {open.has(id) && <ActivitiesOf {...{ id, name, sees }} />}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

/** Each figure leads to its parts, which are those of all times, unless it is of two kinds that have parts of their own. */
function Figures({
  counts,
  byFallback,
  to,
}: Pick<Row, "counts" | "byFallback"> & {
  /** Where they are shown; undefined for who may not see that. */
  to: string | undefined;
}) {
  const { total, unknown } = counts;
  const figures = { total, ...reachedOf(counts), failed: failedOf(counts), unknown };
  return (
    <>
      {FIGURES.map((each) => {
        const parts = figures[each] > 0 ? partsOf(each, counts) : undefined;
        return (
          <FigureTd key={each}>
            {to && parts ? (
              <Link to={withFigure(to, parts)} className="text-accent-ink hover:underline">
                {formatCount(figures[each])}
              </Link>
            ) : (
              formatCount(figures[each])
            )}
          </FigureTd>
        );
      })}
      <FigureTd>{byFallback ? formatCount(reachedOf(byFallback).delivered) : "-"}</FigureTd>
    </>
  );
}

const Named = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <Link to={to} dir="auto" className="text-accent-ink [overflow-wrap:anywhere] hover:underline">
      {children}
    </Link>
  ) : (
    <bdi className="[overflow-wrap:anywhere]">{children}</bdi>
  );

function ActivitiesOf({ id, name, sees }: { id: string; name: string; sees: boolean }) {
  const { answer, failure } = useQueryOf(campaignStats, { params: { id } });
  const activities = answer?.activities ?? [];
  if (activities.length === 0)
    return (
      <tr>
        <td colSpan={COLUMNS} className="border-b border-line bg-canvas px-4 py-2.5 ps-12 text-muted">
          {failure ? (
            <Failure text={`${texts.activitiesFailed}. ${failure.message}`} />
          ) : answer ? (
            texts.noActivities
          ) : (
            <Progress label={uiTexts.loading} />
          )}
        </td>
      </tr>
    );
  return activities.map((activity, at) => (
    <tr key={activity.id} className="bg-canvas">
      <RowTh className="ps-12 font-normal">
        {at === 0 && <span className="sr-only">{texts.activitiesOf(name)}: </span>}
        <Named to={sees ? activityAddress(activity.id) : undefined}>{activity.name}</Named>
      </RowTh>
      <Td className="max-sm:hidden">
        <StateBadge state={activity.state} />
      </Td>
      <Td />
      <Td className="max-md:hidden" />
      <Figures
        counts={activity.counts}
        byFallback={activity.byFallback}
        to={sees ? activityAddress(activity.id) : undefined}
      />
    </tr>
  ));
}
