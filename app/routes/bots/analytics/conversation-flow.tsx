import { Workflow } from "lucide-react";
import { call } from "#app/api.ts";
import { LoadFailure } from "#app/components/load-failure.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/format.ts";
import * as messages from "#app/messages.ts";
import { titleOf } from "#app/title.ts";
import { conversationFlow } from "#workers/contract/endpoints/reports.ts";
import type { Route } from "./+types/conversation-flow.ts";
import { bodyOf } from "../conversation-report/load.ts";
import { AnalyticsPage } from "./analytics-page.tsx";
import { FlowPicture } from "./flow-picture.tsx";
import { rangeIn } from "./range-select.tsx";

const texts = messages.reports;

export const meta = () => titleOf(texts.frames.conversation);

export async function clientLoader({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) {
  const place = rangeIn(url);
  return { place, flow: await call(conversationFlow, { body: bodyOf(id, place), signal }) };
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} />
    </div>
  );
}

/** How conversations move between intents, and where they begin and end. */
export default function Flow({ loaderData: { place, flow } }: Route.ComponentProps) {
  return (
    <AnalyticsPage title={texts.frames.conversation} lead={texts.flowLead} range={place.preset}>
      {flow.intents.length === 0 ? (
        <EmptyState icon={<Workflow aria-hidden />} title={texts.flowNone}>
          {texts.noRecordHint}
        </EmptyState>
      ) : (
        <>
          <FlowPicture flow={flow} />
          <Table caption={texts.intentsTitle} captionHidden={false}>
            <thead>
              <tr>
                <Th>{texts.columns.intent}</Th>
                <Th className="text-right">{texts.said}</Th>
                <Th className="text-right">{texts.begins}</Th>
                <Th className="text-right">{texts.ends}</Th>
              </tr>
            </thead>
            <tbody>
              {flow.intents.map(({ id, name, said, begins, ends }) => (
                <tr key={id}>
                  <RowTh>{name}</RowTh>
                  <Td className="text-right tabular-nums">{formatCount(said)}</Td>
                  <Td className="text-right tabular-nums">{formatCount(begins)}</Td>
                  <Td className="text-right tabular-nums">{formatCount(ends)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <Table caption={texts.stepsTitle} captionHidden={false}>
            <thead>
              <tr>
                <Th>{texts.from}</Th>
                <Th>{texts.to}</Th>
                <Th className="text-right">{texts.count}</Th>
              </tr>
            </thead>
            <tbody>
              {flow.steps.map(({ from, to, count }) => (
                <tr key={`${from.id} ${to.id}`}>
                  <RowTh>{from.name}</RowTh>
                  <Td>{to.name}</Td>
                  <Td className="text-right tabular-nums">{formatCount(count)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </AnalyticsPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure error={error} title={texts.frameFailed} />;
}
