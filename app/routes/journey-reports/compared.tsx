import { useQueryOf } from "#app/data/query.ts";
import { shareOf } from "#app/features/automation-runs/steps-table.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { besideRows, type BesideRow } from "#workers/contract/automation/report-beside.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { besides } from "./beside.ts";
import type { Asked } from "./csv-button.tsx";

type Report = ReplyOf<typeof journeyReport>;
type Side = BesideRow["sides"][number];

/** Each figure of a step, once for each of the two; a dash where a step or milestone has none. */
const FIGURES: readonly [name: string, of: (side: Side) => string][] = [
  [texts.entered, ({ entered }) => formatCount(entered)],
  [texts.share, ({ entered, all }) => shareOf(entered, all)],
  [texts.wentOn, ({ left }) => (left === null ? "–" : formatCount(left))],
  [
    texts.dropped,
    ({ dropped, entered }) => (dropped === null || dropped === 0 ? "–" : shareOf(dropped, entered)),
  ],
  [texts.median, ({ medianMs }) => (medianMs === null ? "–" : formatSeconds(medianMs / 1_000))],
];

/** A report beside another one: how many came to each step and milestone, went on or dropped off, and how long they stayed. */
export function Compared({
  report,
  asked,
  other,
  names,
}: {
  report: Report;
  asked: Asked;
  other: string;
  /** Of this one and the other. */
  names: readonly [string, string];
}) {
  const query = besides(asked, other);
  const { answer, failure } = useQueryOf(journeyReport, { query });
  const isByVersion = query.version !== undefined;
  if (!answer) {
    return failure ? <LoadFailure error={failure} title={texts.compareFailed} /> : <SkeletonRows rows={4} />;
  }
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold">{texts.sideBySide(...names)}</h2>
      {isByVersion && <p className="text-muted">{texts.besideText}</p>}
      <Table caption={texts.sideBySide(...names)}>
        <thead>
          <tr>
            <Th rowSpan={2}>{texts.step}</Th>
            {FIGURES.map(([name]) => (
              <Th key={name} colSpan={2} scope="colgroup" className="border-s text-center">
                {name}
              </Th>
            ))}
          </tr>
          <tr>
            {FIGURES.map(([figure]) =>
              names.map((name, side) => (
                <FigureTh key={`${figure} ${name}`} className={side === 0 ? "border-s" : ""}>
                  {name}
                </FigureTh>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {besideRows(report, answer, !isByVersion).map(({ id, title, sides, only }) => (
            <tr key={id}>
              <RowTh className="max-w-72 min-w-40 [overflow-wrap:anywhere]">
                {title}
                {only !== null && (
                  <span className="block text-xs font-normal text-muted">
                    {texts.onlyIn(names[only] ?? "")}
                  </span>
                )}
              </RowTh>
              {FIGURES.map(([figure, of]) =>
                sides.map((each, side) => (
                  <FigureTd key={`${figure} ${names[side]}`} className={side === 0 ? "border-s" : ""}>
                    {only !== null && only !== side && each.entered === 0 ? "–" : of(each)}
                  </FigureTd>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
