import { RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { byWeekday, HOURS } from "#workers/contract/automation/report-rows.ts";
import { timezone } from "./csv-button.tsx";
import { heatOf } from "./heat.ts";

/** When people come in: the hours of a week, each with its figure, since a colour alone says nothing to everybody. */
export function HeatMap({ hours }: { hours: readonly { weekday: number; hour: number; entered: number }[] }) {
  const most = Math.max(...hours.map(({ entered }) => entered), 1);
  return (
    <>
      <p className="text-muted">{texts.hoursText(timezone)}</p>
      <Table caption={texts.hours}>
        <thead>
          <tr>
            <Th>{texts.day}</Th>
            {HOURS.map((hour) => (
              <th
                key={hour}
                scope="col"
                className="border-b border-line bg-canvas px-0.5 text-center text-xs font-semibold text-muted tabular-nums"
              >
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byWeekday(hours).map((row, weekday) => (
            <tr key={texts.weekdays[weekday]}>
              <RowTh>{texts.weekdays[weekday]}</RowTh>
              {row.map((entered, hour) => (
                <td
                  key={HOURS[hour]}
                  className="min-w-8 border-b border-line px-1 py-1.5 text-center text-xs tabular-nums"
                  style={heatOf(entered / most)}
                >
                  {entered === 0 ? <span className="text-muted">0</span> : formatCount(entered)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
