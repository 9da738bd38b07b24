import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import type { AutomationRun } from "#workers/contract/endpoints/automation-runs.ts";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { RunBadge } from "#app/features/automation-runs/run-badge.tsx";

const MINUTE_MS = 60_000;

/** People of a journey, each with where they are. */
export function RunTable({
  runs,
  at,
  addressOf,
}: {
  runs: readonly AutomationRun[];
  /** When the list came, in milliseconds since 1970. */
  at: number;
  addressOf: (id: string) => string;
}) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.customer}</Th>
          <Th>{texts.state}</Th>
          <Th className="max-sm:hidden">{texts.where}</Th>
          <Th className="max-sm:hidden">{texts.since}</Th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ id, customer, state, node, startedAt }) => (
          <tr key={id} className="relative">
            <RowTh className="max-w-72 min-w-28">
              <RowLink to={addressOf(id)}>{customer.name || texts.unknown}</RowLink>
              <span className="block text-[0.8125rem] font-normal text-muted sm:hidden">
                {node ? nodeName(node) : texts.begins}
              </span>
            </RowTh>
            <Td className="whitespace-nowrap">
              <RunBadge state={state} />
            </Td>
            <Td className="max-w-72 [overflow-wrap:anywhere] max-sm:hidden">
              {node ? nodeName(node) : texts.begins}
            </Td>
            <Td className="whitespace-nowrap max-sm:hidden">
              <time dateTime={startedAt} title={formatMoment(startedAt)}>
                {texts.age(Math.floor((at - Date.parse(startedAt)) / MINUTE_MS))}
              </time>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
