import { pageLocale } from "#app/lib/language/language.ts";
import { Link } from "react-router";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import type { ComparedRun, Decider } from "#workers/contract/comparison.ts";
import type { BroadcastCounts } from "#workers/contract/endpoints/broadcasts.ts";
import { addressOf } from "#app/features/broadcasts/addresses.ts";
import { reachedOf } from "#app/features/broadcasts/figures.ts";

const texts = campaignScreensTexts.comparison;
const FIGURES = ["delivered", "read", "clicked", "replied"] as const;
const share = new Intl.NumberFormat(pageLocale(), { style: "percent", maximumFractionDigits: 1 });

/** A row a part of the run. Each number opens its people, for those who may see broadcasts. */
export function ComparisonTable({ compared, by }: { compared: ComparedRun; by: Decider }) {
  const { a, b, rest, decision } = compared;
  const name = decision ? texts.restWith(campaignsTexts.comparison.names[decision.winner]) : texts.names.rest;
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.head.message}</Th>
          <FigureTh>{texts.head.people}</FigureTh>
          {FIGURES.map((each) => (
            <FigureTh key={each}>{texts.head[each]}</FigureTh>
          ))}
          <FigureTh>{texts.head.rate[by]}</FigureTh>
        </tr>
      </thead>
      <tbody>
        <Row name={texts.names.a} id={a.id} counts={a.counts} rate={rateOf(a)} />
        <Row name={texts.names.b} id={b.id} counts={b.counts} rate={rateOf(b)} />
        <Row name={name} id={rest.id} counts={rest.counts} rate={campaignScreensTexts.noDate} />
      </tbody>
    </Table>
  );
}

const rateOf = ({ hits, called }: ComparedRun["a"]): string =>
  called === 0 ? campaignScreensTexts.noDate : share.format(hits / called);

function Row({
  name,
  id,
  counts,
  rate,
}: {
  name: string;
  id: string;
  counts: BroadcastCounts;
  rate: string;
}) {
  const opens = useCan()("CAMPAIGNS.VIEW", "CAMPAIGNS.CREATE", "CAMPAIGNS.EDIT", "CAMPAIGNS.START");
  const reached = reachedOf(counts);
  const figure = (status: string, label: string, count: number) => {
    const text = formatCount(count);
    if (!opens || count === 0) return text;
    return (
      <Link
        to={`${addressOf(id)}?${new URLSearchParams({ status }).toString()}`}
        aria-label={texts.open(name, label, text)}
        className="text-accent-ink underline"
      >
        {text}
      </Link>
    );
  };
  return (
    <tr>
      <RowTh>{name}</RowTh>
      <FigureTd>{figure("", texts.head.people, counts.total)}</FigureTd>
      {FIGURES.map((each) => (
        <FigureTd key={each}>{figure(each, texts.head[each], reached[each])}</FigureTd>
      ))}
      <FigureTd>{rate}</FigureTd>
    </tr>
  );
}
