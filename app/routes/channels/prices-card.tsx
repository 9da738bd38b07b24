import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { FigureTd, FigureTh, RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { countryName } from "#app/lib/countries.ts";
import { formatPrice } from "#app/lib/money.ts";
import { pricesTexts as texts } from "#texts/prices.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { getPrices, type KeptPrices } from "#workers/contract/endpoints/prices.ts";
import { ANY } from "#workers/contract/prices.ts";
import { DetailCard } from "./detail-card.tsx";

const PricesDialog = lazily(
  () => import("./prices-dialog.tsx"),
  (module) => module.PricesDialog,
);
/** So many are shown; the dialog has them all. */
const SHOWN = 10;

/** The prices of the channel's messages, as the enterprise has said. */
export function PricesCard({ channel, mayEdit }: { channel: Channel; mayEdit: boolean }) {
  const { answer, failure, asking, reload } = useQueryOf(getPrices, { params: { id: channel.id } });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div id="prices" className="min-w-0 scroll-mt-4">
      <DetailCard title={texts.title}>
        <p className="mb-3 text-[0.8125rem] text-muted">
          {channel.type === channelTypes.sms ? texts.leadSms : texts.lead}
        </p>
        {answer ? (
          <Prices kept={answer} />
        ) : failure ? (
          <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={reload} />
        ) : (
          <SkeletonRows rows={2} />
        )}
        {answer && mayEdit && (
          <Button size="sm" className="mt-3" onClick={() => setIsOpen(true)}>
            {texts.edit}
          </Button>
        )}
      </DetailCard>
      {isOpen && answer && (
        <PricesDialog channelId={channel.id} kept={answer} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

function Prices({ kept: { prices, cardSince } }: { kept: KeptPrices }) {
  return (
    <div className="grid gap-2">
      {prices.length === 0 ? (
        <p className="text-muted">{texts.none}</p>
      ) : (
        <Table caption={texts.table}>
          <thead>
            <tr>
              <Th>{texts.head.country}</Th>
              <Th>{texts.head.category}</Th>
              <FigureTh>{texts.head.price}</FigureTh>
            </tr>
          </thead>
          <tbody>
            {prices.slice(0, SHOWN).map(({ country, category, price, currency }) => (
              <tr key={`${country} ${category}`}>
                <RowTh>{country === ANY ? texts.all : countryName(country)}</RowTh>
                <Td>{category === ANY ? texts.all : (texts.categories[category] ?? category)}</Td>
                <FigureTd>{formatPrice(price, currency)}</FigureTd>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {prices.length > SHOWN && (
        <p className="text-[0.8125rem] text-muted">{texts.more(prices.length - SHOWN)}</p>
      )}
      {cardSince !== null && <p className="text-[0.8125rem] text-muted">{texts.card(cardSince)}</p>}
    </div>
  );
}
