import { ChartNoAxesColumn } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignReport, campaignReportCsv, REPORT_PAGE } from "#workers/contract/endpoints/campaigns.ts";
import type { Route } from "./+types/report.ts";
import { queryOf } from "#app/features/broadcasts/range.ts";
import { datesIn, useDates } from "../filters.tsx";
import { SEARCH_MS } from "../search.ts";
import { ReportTable } from "./report-table.tsx";

const texts = campaignScreensTexts.report;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The name, the dates and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { name, from, perPage } = pagedIn(url, REPORT_PAGE, 100);
  const { pathname, searchParams } = new URL(url);
  const dates = datesIn(searchParams);
  const query = { name, ...queryOf(dates) };
  const list = await load(campaignReport, { query: { ...query, from, perPage } });
  if (list.answer.campaigns.length === 0 && from > 0) return redirect(pathname);
  return { list, from, dates, query };
});

/** Counts of recipients by outcome, by campaign and below it by activity. */
export default function Report({ loaderData: { list: loaded, from, dates, query } }: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { campaigns, more } = list.answer;
  const narrowing = useDates(dates, listState);
  return (
    <Page
      wide
      title={title}
      lead={lead}
      actions={
        campaigns.length > 0 && (
          <ExportButton
            endpoint={campaignReportCsv}
            input={{ query }}
            fileName={texts.fileName}
            label={texts.csv}
            failed={texts.csvFailed}
          />
        )
      }
    >
      {narrowing.bar}
      <ListScreen
        {...{ listState, list, more, from }}
        texts={{ ...texts, search: campaignScreensTexts.search }}
        searchDelay={SEARCH_MS}
        count={campaigns.length}
        {...useRows(REPORT_PAGE)}
        tools={narrowing.button}
        empty={{ icon: <ChartNoAxesColumn />, title: texts.none, text: texts.noneText }}
      >
        <ReportTable campaigns={campaigns} />
      </ListScreen>
    </Page>
  );
}
