import { Fragment, type ReactNode } from "react";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { broadcastStates } from "#workers/contract/broadcast.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { addressOf } from "#app/features/broadcasts/addresses.ts";
import { StateBadge } from "#app/features/broadcasts/state-badge.tsx";
import { ByFallback } from "../reached-by.tsx";

const texts = campaignScreensTexts.activity;

/** Its runs, the latest first; each opens its broadcast, for those who may see broadcasts. */
export function Runs({ activity: { broadcasts, runs, nextRunAt } }: { activity: Activity }) {
  const opens = useCan()("CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START");
  return (
    <>
      {nextRunAt && <p>{texts.nextRun(formatShortDay(nextRunAt))}</p>}
      {runs.total > 1 && <p className="text-muted">{texts.runsDone(runs.done, runs.total)}</p>}
      {broadcasts.length === 0 ? (
        <p className="text-muted">{texts.noRuns}</p>
      ) : (
        <Table caption={texts.runsTable}>
          <thead>
            <tr>
              <Th>{texts.runsHead.run}</Th>
              <Th>{texts.runsHead.status}</Th>
              <Th>{texts.runsHead.started}</Th>
            </tr>
          </thead>
          <tbody>
            {broadcasts.map(({ id, run, status, startedAt, fallback, comparison }) => (
              <Fragment key={id}>
                <Row
                  id={opens && id}
                  name={comparison ? texts.partsOf.a(run) : texts.run(run)}
                  status={status}
                  at={startedAt}
                />
                {comparison && (
                  <>
                    <Row
                      id={opens && comparison.b.id}
                      name={texts.partsOf.b(run)}
                      status={comparison.b.status}
                      at={startedAt}
                    />
                    <Row
                      id={opens && comparison.rest.id}
                      name={texts.partsOf.rest(run)}
                      status={comparison.rest.status}
                      at={comparison.rest.startAt}
                    />
                  </>
                )}
                {fallback && (
                  <Row
                    id={opens && fallback.id}
                    name={texts.fallbackOf(run)}
                    status={fallback.status}
                    at={fallback.startAt}
                  >
                    <ByFallback counts={fallback.counts} />
                  </Row>
                )}
              </Fragment>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}

function Row({
  id,
  name,
  status,
  at,
  children,
}: {
  /** Of the broadcast that it opens; false for who may not see it. */
  id: string | false;
  name: string;
  status: string;
  at: string | null;
  children?: ReactNode;
}) {
  const known = broadcastStates.find((each) => each === status);
  return (
    <tr className="relative">
      <RowTh>
        {id === false ? name : <RowLink to={addressOf(id)}>{name}</RowLink>}
        {children}
      </RowTh>
      <Td>{known ? <StateBadge status={known} /> : status}</Td>
      <Td className="whitespace-nowrap tabular-nums">
        {at ? formatShortDay(at) : campaignScreensTexts.noDate}
      </Td>
    </tr>
  );
}
