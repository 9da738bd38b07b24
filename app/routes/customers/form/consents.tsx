import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { RowTh, Table, Td, Th, TimeTd } from "#app/components/ui/table.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { type Customer } from "#workers/contract/endpoints/customers.ts";
import {
  CONSENTS_PAGE,
  type ConsentSource,
  customerConsents,
} from "#workers/contract/endpoints/customer-reach.ts";

/** All that a customer has agreed to or refused, the newest first. */
export function Consents({ customer }: { customer: Pick<Customer, "id"> }) {
  const [from, setFrom] = useState(0);
  const { answer, asking, failure, reload } = useQueryOf(
    customerConsents,
    { params: { id: customer.id }, query: { from } },
    { keepsLast: true },
  );
  if (!answer) {
    if (!failure) return <SkeletonRows rows={4} />;
    return <ErrorState text={failure.message} requestId={failure.requestId} busy={asking} onRetry={reload} />;
  }
  const { consents, hasMore } = answer;
  if (consents.length === 0 && from === 0)
    return <EmptyState title={texts.noConsents}>{texts.noConsentsText}</EmptyState>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Table caption={texts.consentTable}>
        <thead>
          <tr>
            <Th>{texts.purpose}</Th>
            <Th>{texts.consentChannel}</Th>
            <Th>{texts.consent}</Th>
            <Th>{texts.wording}</Th>
            <Th>{texts.consentSource}</Th>
            <Th>{texts.consentAt}</Th>
          </tr>
        </thead>
        <tbody>
          {consents.map(({ id, purpose, channel, given, wording, source, at }) => (
            <tr key={id}>
              <RowTh className="whitespace-nowrap">{texts.purposes[purpose]}</RowTh>
              <Td className="whitespace-nowrap">{channel}</Td>
              <Td>
                {waitsForYes(source) ? (
                  <Badge tone="warning">{texts.pending}</Badge>
                ) : (
                  <Badge tone={given ? "success" : "danger"}>{given ? texts.given : texts.refused}</Badge>
                )}
              </Td>
              <Td className="max-w-72 min-w-32 [overflow-wrap:anywhere]">
                <bdi>{wording}</bdi>
              </Td>
              <Td className="min-w-40">{texts.consentSources[source]}</Td>
              <TimeTd at={at} />
            </tr>
          ))}
        </tbody>
      </Table>
      <ListPager
        label={texts.consentPages}
        from={from}
        count={consents.length}
        more={hasMore}
        perPage={CONSENTS_PAGE}
        onGo={setFrom}
      />
    </div>
  );
}

/** Whether a yes counts only once its double opt-in has been answered. */
const waitsForYes = (source: ConsentSource) => source === "pending" || source === "pendingForm";
