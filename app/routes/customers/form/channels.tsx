import { pageLocale } from "#app/lib/language/language.ts";
import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { formatMoment } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { type Customer } from "#workers/contract/endpoints/customers.ts";
import {
  type CustomerChannel,
  customerChannels,
  partCustomerChannel,
} from "#workers/contract/endpoints/customer-reach.ts";

/** Where a customer writes from, what they refuse, and until when they can be answered freely. */
export function Channels({ customer, mayEdit }: { customer: Pick<Customer, "id">; mayEdit: boolean }) {
  const confirm = useConfirm();
  const { answer, asking, failure, reload } = useQueryOf(customerChannels, { params: { id: customer.id } });
  if (!answer) {
    if (!failure) return <SkeletonRows rows={3} />;
    return <ErrorState text={failure.message} requestId={failure.requestId} busy={asking} onRetry={reload} />;
  }
  if (answer.channels.length === 0)
    return <EmptyState title={texts.noChannels}>{texts.noChannelsText}</EmptyState>;
  const part = async ({ id, addresses }: Joined) => {
    const parted = await confirm({
      title: texts.partTitle,
      text: texts.partText(listed(addresses)),
      confirmLabel: texts.part,
      run: () => request(partCustomerChannel, { params: { id: customer.id, joinedId: id } }),
    });
    if (parted) reload();
  };
  return (
    <div className="grid gap-4">
      {answer.channels.map((channel) => (
        <Card key={channel.id}>
          <Reached channel={channel} onPart={mayEdit ? part : undefined} />
        </Card>
      ))}
    </div>
  );
}

type Joined = CustomerChannel["joined"][number];

const listed = (addresses: Joined["addresses"]): string =>
  new Intl.ListFormat(pageLocale()).format(addresses.map(({ address }) => address));

function Reached({
  channel,
  onPart,
}: {
  channel: CustomerChannel;
  onPart: ((joined: Joined) => Promise<void>) | undefined;
}) {
  const { typeName, name, perhapsOther, addresses, joined, refuses, on } = channel;
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
      {joined.map((each) => (
        <div
          key={each.id}
          className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3"
        >
          <p className="min-w-0 flex-1 basis-48 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
            {texts.joined}: <bdi>{[each.name, listed(each.addresses)].filter(Boolean).join(" · ")}</bdi>{" "}
            {texts.joinedSince(formatMoment(each.at))}
          </p>
          {onPart && each.addresses.length > 0 && (
            <Button size="sm" onClick={() => void onPart(each)}>
              {texts.part}
            </Button>
          )}
        </div>
      ))}
    </>
  );
}

const windowText = (until: string): string =>
  Date.parse(until) > Date.now() ? texts.windowOpen(formatMoment(until)) : texts.windowClosed;
