import { pageLocale } from "#app/lib/language/language.ts";
import { ExternalLink, Megaphone } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { DayFilter } from "#app/kit/day-filter.tsx";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { formatCount, formatShortDay } from "#app/lib/format.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { dayBegins } from "#app/lib/zone.ts";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import { channelTypeName } from "#workers/contract/channel-types.ts";
import {
  EXTERNAL_PAGE,
  type ExternalCampaign,
  externalCampaignsCsv,
  listExternalCampaigns,
} from "#workers/contract/endpoints/external-campaigns.ts";
import type { Route } from "./+types/external-report.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The days in which they began; empty is the server's usual. A day that is none counts as empty. */
const dayIn = (search: URLSearchParams, name: "since" | "until"): string => {
  const day = search.get(name) ?? "";
  return dayBegins(day) === undefined ? "" : day;
};

export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { pathname, searchParams } = new URL(url);
  const [since, until] = [dayIn(searchParams, "since"), dayIn(searchParams, "until")];
  const from = fromIn(searchParams);
  const dates = {
    fromDate: since,
    // A last day before the first is taken for none, as one that was not chosen yet.
    toDate: until !== "" && until < since ? "" : until,
    timeZone: readerZone(),
  };
  const list = await load(listExternalCampaigns, { query: { ...dates, from } });
  if (list.answer.campaigns.length === 0 && from > 0) return redirect(pathname);
  return { list, from, since, until, dates };
});

/** Campaigns of other systems, as those have told. */
export default function ExternalReport({
  loaderData: { list: loaded, from, since, until, dates },
}: Route.ComponentProps) {
  const { go, change } = useListState();
  const list = useLoaded(loaded);
  const { campaigns, more, total } = list.answer;
  const narrow = (name: "since" | "until") => (day: string) => change({ [name]: day, from: "" });
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={
        campaigns.length > 0 && (
          <ExportButton
            endpoint={externalCampaignsCsv}
            input={{ query: dates }}
            fileName={texts.fileName}
            label={texts.export}
            failed={texts.exportFailed}
          />
        )
      }
    >
      <section aria-label={texts.filters} className="mb-4 flex flex-wrap items-end gap-3">
        <DayFilter label={texts.fromDay} value={since} onChange={narrow("since")} />
        <DayFilter label={texts.toDay} value={until} onChange={narrow("until")} />
      </section>
      <ListBody
        list={list}
        empty={{ icon: <Megaphone />, title: texts.none, text: texts.noneText }}
        label={texts.pages}
        from={from}
        count={campaigns.length}
        more={more}
        total={total}
        perPage={EXTERNAL_PAGE}
        onGo={go}
      >
        <Rows campaigns={campaigns} />
      </ListBody>
    </Page>
  );
}

const COUNTS = ["sent", "delivered", "read", "clicked", "failed"] as const;

function Rows({ campaigns }: { campaigns: readonly ExternalCampaign[] }) {
  const { head } = texts;
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{head.name}</Th>
          <Th className="max-sm:hidden">{head.channel}</Th>
          <Th className="max-md:hidden">{head.started}</Th>
          <Th className="max-lg:hidden">{head.ended}</Th>
          {COUNTS.map((name) => (
            <FigureTh key={name}>{head[name]}</FigureTh>
          ))}
          <FigureTh>{head.cost}</FigureTh>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => {
          const { id, name, url, channelType, startedAt, endedAt, cost, currency } = campaign;
          const channel = channelTypeName(channelType);
          return (
            <tr key={id}>
              <RowTh className="max-w-80 min-w-36 [overflow-wrap:anywhere]">
                {url ? (
                  <a
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={texts.open(name)}
                    className="rounded text-accent-ink underline underline-offset-2"
                  >
                    <bdi>{name}</bdi>
                    <ExternalLink aria-hidden className="ms-1 inline size-3.5" />
                  </a>
                ) : (
                  <bdi>{name}</bdi>
                )}
                <span className="block text-[0.8125rem] font-normal text-muted md:hidden">
                  {channel}, {formatShortDay(startedAt)}
                </span>
              </RowTh>
              <Td className="whitespace-nowrap max-sm:hidden">{channel}</Td>
              <TimeTd at={startedAt} className="max-md:hidden" />
              <Td className="whitespace-nowrap tabular-nums max-lg:hidden">
                {endedAt ? <time dateTime={endedAt}>{formatShortDay(endedAt)}</time> : texts.runs}
              </Td>
              {COUNTS.map((each) => (
                <FigureTd key={each}>{formatCount(campaign[each])}</FigureTd>
              ))}
              <FigureTd className="whitespace-nowrap">
                {cost === null ? "-" : `${cost.toLocaleString(pageLocale())} ${currency}`}
              </FigureTd>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
