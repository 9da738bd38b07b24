import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatSeconds } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import type { ChatFigures } from "#workers/contract/endpoints/dashboard.ts";
import type { Period } from "./periods.ts";

const texts = messages.dashboard;

/** The same as the charts, to be read. */
export function FiguresTable({
  rows,
  period,
}: {
  rows: readonly (ChatFigures & { label: string })[];
  period: Period;
}) {
  return (
    <Table caption={texts.tableOf(texts.periods[period])}>
      <thead>
        <tr>
          <Th>{period === "DAY" ? texts.hour : texts.date}</Th>
          <Th className="text-right">{texts.attended}</Th>
          <Th className="text-right">{texts.missed}</Th>
          <Th className="text-right">{texts.all}</Th>
          <Th className="text-right">{texts.pickup}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.date}>
            <RowTh className="whitespace-nowrap">{row.label}</RowTh>
            <Td className="text-right tabular-nums">{formatCount(row.noOfAttendedChats)}</Td>
            <Td className="text-right tabular-nums">{formatCount(row.noOfMissedChats)}</Td>
            <Td className="text-right tabular-nums">{formatCount(row.chatCount)}</Td>
            <Td className="text-right whitespace-nowrap tabular-nums">
              {row.noOfAttendedChats > 0 ? formatSeconds(row.avgPickedUpInterval) : "-"}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
