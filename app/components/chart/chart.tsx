import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { chartsTexts as texts } from "#texts/charts.ts";
import { type ChartProps, heightOf } from "./chart-props.ts";
import { inWeeks } from "./weeks.ts";

/** The library is large, so it is loaded with the first visible chart. */
const Drawing = lazilyShown(
  () => import("./drawing.tsx"),
  (module) => module.Drawing,
  () => <Skeleton className="h-full" />,
);

/** A chart with its text and its table, which offer everything that the picture shows and does. */
export function Chart(props: ChartProps) {
  const { title, summary, labelName, labels, series, onPick, format = formatCount } = props;
  const [asTable, setAsTable] = useState(false);
  const headingId = useId();
  // A week's point stands for several days, so those are picked in the table.
  const weeks = useMemo(() => inWeeks({ labels, series }), [labels, series]);
  const none = props.empty !== undefined && series.every(({ values }) => values.every((value) => !value));
  const drawn: ChartProps = weeks ? { ...props, ...weeks, still: true, onPick: undefined } : props;
  return (
    <Card className="min-w-0 p-4">
      <section aria-labelledby={headingId}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 id={headingId} className="text-base font-semibold">
            {title}
          </h3>
          {!none && (
            <Button
              size="sm"
              tone="ghost"
              icon={asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              aria-label={asTable ? texts.asChartOf(title) : texts.asTableOf(title)}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? texts.asChart : texts.asTable}
            </Button>
          )}
        </div>
        <p className="mb-2 text-muted">
          {none ? props.empty : summary}
          {!none && weeks && ` ${texts.byWeek}`}
        </p>
        {none ? null : asTable ? (
          <div className="max-h-80 overflow-y-auto">
            <Table caption={texts.tableOf(title)}>
              <thead>
                <tr>
                  <Th>{labelName}</Th>
                  {series.map(({ name }) => (
                    <FigureTh key={name}>{name}</FigureTh>
                  ))}
                </tr>
              </thead>
              <tbody>
                {labels.map((label, row) => (
                  <tr key={label}>
                    <RowTh>
                      <Pick name={texts.pick(label)} onPick={onPick && (() => onPick(row))}>
                        {label}
                      </Pick>
                    </RowTh>
                    {series.map(({ name, values }, of) => (
                      <FigureTd key={name}>
                        <Pick
                          name={texts.pickOf(label, name, said(values[row], format))}
                          // With a single series the label says the same already.
                          onPick={
                            onPick && series.length > 1 && values[row] ? () => onPick(row, of) : undefined
                          }
                        >
                          {said(values[row], format)}
                        </Pick>
                      </FigureTd>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        ) : (
          // A picture of the data in the text and the table; without data there is none.
          labels.length > 0 && (
            <div style={{ height: heightOf(props) }}>
              <Drawing {...drawn} />
            </div>
          )
        )}
      </section>
    </Card>
  );
}

/** A cell that does what a click on its part of the picture does. */
function Pick({
  name,
  onPick,
  children,
}: {
  name: string;
  onPick: (() => void) | undefined;
  children: ReactNode;
}) {
  if (!onPick) return children;
  return (
    <button
      type="button"
      className="finger min-h-6 min-w-6 text-accent-ink underline underline-offset-2"
      aria-label={name}
      onClick={onPick}
    >
      {children}
    </button>
  );
}

const said = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? texts.nothing : format(value);
