import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { OutcomeBadge } from "#app/features/automation-runs/outcome-badge.tsx";
import { RowLink, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { encapLogsTexts as texts } from "#texts/encap-logs.ts";
import { journeyMonitorTexts } from "#texts/journey-monitor.ts";
import type { LoggedStep } from "#workers/contract/endpoints/automation-logs.ts";
import { runAddress } from "./logs-filter.ts";

/** Steps, each leading to the run that it is of. */
export const StepTable = ({
  steps,
  addressOf,
}: {
  steps: readonly LoggedStep[];
  addressOf: (id: string) => string;
}) => (
  <Table caption={texts.table}>
    <thead>
      <tr>
        <Th>{texts.person}</Th>
        <Th>{texts.step}</Th>
        <Th className="max-lg:hidden">{texts.launch}</Th>
        <Th className="max-md:hidden">{texts.exit}</Th>
        <Th className="max-sm:hidden">{texts.time}</Th>
      </tr>
    </thead>
    <tbody>
      {steps.map(({ runId, seq, at, encap, launch, node, port, outcome, customer }) => (
        <tr key={`${runId} ${seq}`} className="relative">
          <RowTh className="max-w-60 min-w-28 [overflow-wrap:anywhere]">
            <RowLink to={addressOf(runAddress(encap.id, launch.id, runId))}>
              {customer.name || texts.unknown}
            </RowLink>
            <time dateTime={at} className="block font-normal text-muted tabular-nums sm:hidden">
              {formatMoment(at)}
            </time>
          </RowTh>
          <Td className="max-w-72 [overflow-wrap:anywhere]">
            <span className="me-2">{nodeName(node)}</span>
            <OutcomeBadge outcome={outcome} />
          </Td>
          <Td className="max-w-60 [overflow-wrap:anywhere] max-lg:hidden">
            {texts.option(encap.name, launch.name)}
          </Td>
          <Td className="max-md:hidden">{port === null ? "" : journeyMonitorTexts.port(port)}</Td>
          <Td className="whitespace-nowrap tabular-nums max-sm:hidden">
            <time dateTime={at}>{formatMoment(at)}</time>
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
);
