import { Link } from "react-router";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { countryName } from "#app/lib/countries.ts";
import { formatAmount, formatPrice } from "#app/lib/money.ts";
import { useCan } from "#app/session/session.ts";
import { pricesTexts } from "#texts/prices.ts";
import type { Cost } from "#workers/contract/cost.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { allOf } from "#workers/contract/permissions.ts";

const texts = pricesTexts.cost;
/** So many countries are shown; the others are in the total. */
const LINES = 10;

/** The estimated cost of a broadcast by country, and how many cost nothing or an unknown price. */
export function EstimatedCost({
  estimate: { cost, inWindow, channelId },
}: {
  estimate: Pick<BroadcastEstimate, "cost" | "inWindow" | "channelId">;
}) {
  const maySee = useCan()(...allOf("CHANNELS"));
  const { lines, totals, free, unpriced, cardSince } = cost;
  const isUtility = lines.some(({ category }) => category === "utility");
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>{texts.title}</span>
        <span className="tabular-nums">
          {totals.map(({ currency, amount }) => formatAmount(amount, currency)).join(" + ") || "–"}
        </span>
      </p>
      {lines.length > 0 && <Lines lines={lines} />}
      <div className="grid gap-1 text-[0.8125rem] text-muted">
        {free > 0 && <p>{texts.inWindow(free)}</p>}
        {free === 0 && inWindow > 0 && isUtility && cardSince !== null && (
          <p>{texts.windowCharged(inWindow)}</p>
        )}
        {unpriced > 0 && (
          <p>
            {totals.length === 0 ? texts.noPrice : texts.unpriced(unpriced)}{" "}
            {maySee && (
              <Link to={`/admin/channels/${channelId}#prices`} className="text-accent underline">
                {texts.setPrice}
              </Link>
            )}
          </p>
        )}
        {cardSince !== null && <p>{texts.meta(cardSince)}</p>}
      </div>
    </div>
  );
}

function Lines({ lines }: { lines: Cost["lines"] }) {
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{texts.byCountry}</Th>
          <FigureTh>{texts.messages}</FigureTh>
          <FigureTh>{texts.amount}</FigureTh>
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, LINES).map(({ country, category, messages, price, currency, amount }) => (
          <tr key={`${country} ${category} ${currency} ${price}`}>
            <RowTh>
              {country === null ? texts.unknownCountry : countryName(country)}
              <span className="block text-[0.8125rem] font-normal text-muted">
                {pricesTexts.categories[category] ?? category}
              </span>
            </RowTh>
            <FigureTd>
              {formatCount(messages)}
              <span className="block text-[0.8125rem] text-muted">{formatPrice(price, currency)}</span>
            </FigureTd>
            <FigureTd>{formatAmount(amount, currency)}</FigureTd>
          </tr>
        ))}
        {lines.length > LINES && (
          <tr>
            <RowTh className="font-normal text-muted">{pricesTexts.more(lines.length - LINES)}</RowTh>
            <Td />
            <Td />
          </tr>
        )}
      </tbody>
    </Table>
  );
}
