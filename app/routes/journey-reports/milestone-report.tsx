import { prefetched } from "#app/data/prefetch-screens.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Route } from "./+types/milestone-report.ts";
import { loadReport } from "./load-report.ts";
import { ReportPage } from "./report-page.tsx";

const { milestoneTitle: title, milestoneLead: lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

export const clientLoader = prefetched(({ request: { url } }: Route.ClientLoaderArgs) => loadReport(url));

export default function MilestoneReport({ loaderData }: Route.ComponentProps) {
  return <ReportPage {...{ title, lead }} part="milestones" loaded={loaderData} />;
}
