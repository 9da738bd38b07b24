import { prefetched } from "#app/data/prefetch-screens.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Route } from "./+types/reports.ts";
import { loadReport } from "./load-report.ts";
import { ReportPage } from "./report-page.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

export const clientLoader = prefetched(({ request: { url } }: Route.ClientLoaderArgs) =>
  loadReport(url, { byVersion: true }),
);

export default function JourneyReports({ loaderData }: Route.ComponentProps) {
  return <ReportPage {...{ title, lead }} part="steps" loaded={loaderData} />;
}
