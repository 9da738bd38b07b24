import { Workflow } from "lucide-react";
import { call } from "#app/data/api.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { reportsTexts as texts } from "#texts/reports.ts";
import { conversationFlow } from "#workers/contract/endpoints/reports.ts";
import type { Route } from "./+types/conversation-flow.ts";
import { FlowPicture } from "./flow-picture.tsx";
import { saidAs, stepOf } from "./narrowed.ts";
import { type Asked, askedIn, Behind, bodyFor } from "./behind.tsx";
import { FrameHead } from "./frame-head.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.frames.conversation,
  failed: texts.frameFailed,
  rows: 8,
  within: true,
});

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const asked = askedIn(url);
  return { asked, flow: await call(conversationFlow, { body: bodyFor(asked), signal }) };
}

/** The flow of conversations between intents, with their first and last intents. */
export default function Flow({ loaderData: { asked, flow } }: Route.ComponentProps) {
  return (
    <FrameHead view="conversation">
      {flow.intents.length === 0 ? (
        <EmptyState icon={<Workflow aria-hidden />} title={texts.flowNone}>
          {texts.noRecordHint}
        </EmptyState>
      ) : (
        <>
          <FlowPicture flow={flow} asked={asked} />
          <Table caption={texts.intentsTitle} captionHidden={false}>
            <thead>
              <tr>
                <Th>{texts.columns.intent}</Th>
                <FigureTh>{texts.said}</FigureTh>
                <FigureTh>{texts.begins}</FigureTh>
                <FigureTh>{texts.ends}</FigureTh>
              </tr>
            </thead>
            <tbody>
              {flow.intents.map(({ id, name, said, begins, ends }) => (
                <tr key={id}>
                  <RowTh>
                    <Behind asked={asked} narrowed={saidAs(id, name)} className={linkClass}>
                      <bdi>{name}</bdi>
                    </Behind>
                  </RowTh>
                  <FigureTd>{formatCount(said)}</FigureTd>
                  <FigureTd>
                    <Count
                      asked={asked}
                      narrowed={{ ...saidAs(id, name), begins: true }}
                      what={`${name}, ${texts.begins}`}
                      count={begins}
                    />
                  </FigureTd>
                  <FigureTd>
                    <Count
                      asked={asked}
                      narrowed={{ ...saidAs(id, name), ends: true }}
                      what={`${name}, ${texts.ends}`}
                      count={ends}
                    />
                  </FigureTd>
                </tr>
              ))}
            </tbody>
          </Table>
          <Table caption={texts.stepsTitle} captionHidden={false}>
            <thead>
              <tr>
                <Th>{texts.from}</Th>
                <Th>{texts.to}</Th>
                <FigureTh>{texts.count}</FigureTh>
              </tr>
            </thead>
            <tbody>
              {flow.steps.map(({ from, to, count }) => (
                <tr key={`${from.id} ${to.id}`}>
                  <RowTh>{from.name}</RowTh>
                  <Td>{to.name}</Td>
                  <FigureTd>
                    <Count
                      asked={asked}
                      narrowed={stepOf({ from, to })}
                      what={texts.step(from.name, to.name)}
                      count={count}
                    />
                  </FigureTd>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </FrameHead>
  );
}

const linkClass = "text-accent-ink underline underline-offset-2";

/** A count that links to the messages it counts. */
function Count({
  asked,
  narrowed,
  what,
  count,
}: {
  asked: Asked;
  narrowed: Parameters<typeof Behind>[0]["narrowed"];
  what: string;
  count: number;
}) {
  if (count === 0) return formatCount(0);
  return (
    <Behind
      asked={asked}
      narrowed={narrowed}
      name={texts.behind(what, formatCount(count))}
      className={linkClass}
    >
      {formatCount(count)}
    </Behind>
  );
}
