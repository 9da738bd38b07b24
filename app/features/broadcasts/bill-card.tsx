import { useEffect, useRef } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { formatAmount } from "#app/lib/money.ts";
import { pricesTexts } from "#texts/prices.ts";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";
import { type Bill, type BilledKind, getBill } from "#workers/contract/endpoints/prices.ts";
import { reachedOf } from "./figures.ts";
import { Section } from "./section.tsx";

const texts = pricesTexts.billed;
const nameOf = (category: string): string => pricesTexts.categories[category] ?? category;

/** The charges that the vendor has told of, by category; nothing where it has told of none yet. */
export function BillCard({ kind, id, counts }: { kind: BilledKind; id: string; counts: BroadcastCounts }) {
  const reached = reachedOf(counts).delivered;
  const { answer, failure, asking, reload } = useQueryOf(
    getBill,
    { params: { kind, id } },
    { enabled: reached > 0 },
  );
  const before = useRef(reached);
  useEffect(() => {
    // More have got it: their prices came with that.
    if (before.current !== reached) reload();
    before.current = reached;
  });
  if (reached === 0) return null;
  if (!answer) {
    if (!failure) return null;
    return (
      <Section title={texts.title}>
        <ErrorState text={failure.message} busy={asking} onRetry={reload} />
      </Section>
    );
  }
  if (answer.billed + answer.free === 0) return null;
  return (
    <Section title={texts.title}>
      <Shown bill={answer} />
    </Section>
  );
}

function Shown({ bill: { billed, free, cost, changed } }: { bill: Bill }) {
  const rows = [...Map.groupBy(cost.lines, ({ category, currency }) => `${category} ${currency}`)];
  return (
    <>
      <p>
        <span className="font-semibold tabular-nums">{texts.total(billed)}</span>{" "}
        {free > 0 && <span className="text-muted tabular-nums">{texts.free(free)}</span>}
      </p>
      {changed.map(({ from, to, messages }) => (
        <Banner key={`${from} ${to}`} kind="warning">
          {texts.changed(messages, nameOf(to), nameOf(from))}
        </Banner>
      ))}
      {rows.length > 0 && (
        <Table caption={texts.table}>
          <thead>
            <tr>
              <Th>{texts.category}</Th>
              <FigureTh>{pricesTexts.cost.messages}</FigureTh>
              <FigureTh>{texts.cost}</FigureTh>
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, lines]) => (
              <tr key={key}>
                <RowTh>{nameOf(lines[0]?.category ?? "")}</RowTh>
                <FigureTd>{formatCount(lines.reduce((sum, each) => sum + each.messages, 0))}</FigureTd>
                <FigureTd>
                  {formatAmount(
                    lines.reduce((sum, each) => sum + each.amount, 0),
                    lines[0]?.currency ?? "USD",
                  )}
                </FigureTd>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <p className="text-[0.8125rem] text-muted">
        {texts.lead}
        {cost.unpriced > 0 && ` ${texts.unpriced(cost.unpriced)}`}
        {cost.cardSince !== null && ` ${pricesTexts.cost.meta(cost.cardSince)}`}
      </p>
    </>
  );
}
