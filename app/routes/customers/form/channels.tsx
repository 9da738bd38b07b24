import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import {
  type Customer,
  type CustomerChannel,
  customerChannels,
} from "#workers/contract/endpoints/customers.ts";

/** Where a customer writes from, what they refuse, and until when they can be answered freely. */
export function Channels({ customer }: { customer: Pick<Customer, "id"> }) {
  const { answer, asking, failure, reload } = useQueryOf(customerChannels, { params: { id: customer.id } });
  if (!answer) {
    if (!failure) return <SkeletonRows rows={3} />;
    return <ErrorState text={failure.message} requestId={failure.requestId} busy={asking} onRetry={reload} />;
  }
  if (answer.channels.length === 0)
    return <EmptyState title={texts.noChannels}>{texts.noChannelsText}</EmptyState>;
  return (
    <div className="grid gap-4">
      {answer.channels.map((channel) => (
        <Card key={channel.id}>
          <Reached channel={channel} />
        </Card>
      ))}
    </div>
  );
}

function Reached({ channel }: { channel: CustomerChannel }) {
  const { typeName, name, perhapsOther, addresses, refuses, on } = channel;
  const offersOnly = refuses.length === 1 && refuses[0] === "marketing";
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{typeName}</h2>
        {name !== "" && <bdi className="min-w-0 text-muted [overflow-wrap:anywhere]">{name}</bdi>}
        {perhapsOther && <Badge tone="warning">{texts.perhapsOther}</Badge>}
        {refuses.length > 0 && (
          <Badge tone="danger">{offersOnly ? texts.refusesOffers : texts.refusesAll}</Badge>
        )}
      </div>
      {perhapsOther && <p className="mt-1 text-[0.8125rem] text-muted">{texts.perhapsOtherText}</p>}
      <dl className="mt-3 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {addresses.map(({ kind, address }) => (
          <div key={`${kind} ${address}`} className="contents">
            <dt className="text-muted">{texts.addressKinds[kind]}</dt>
            <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{address}</dd>
          </div>
        ))}
        {on.map((each) => (
          <div key={each.channelId} className="contents">
            <dt className="text-muted">{each.name}</dt>
            <dd className="min-w-0">
              {[
                each.lastInAt && texts.lastWrote(formatMoment(each.lastInAt)),
                each.windowUntil && windowText(each.windowUntil),
              ]
                .filter(Boolean)
                .join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const windowText = (until: string): string =>
  Date.parse(until) > Date.now() ? texts.windowOpen(formatMoment(until)) : texts.windowClosed;
