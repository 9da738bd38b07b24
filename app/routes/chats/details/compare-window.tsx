import { GitMerge } from "lucide-react";
import { useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { customersTexts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer } from "#workers/contract/endpoints/customers.ts";

/** Two customers side by side, to be merged into the first. */
export function CompareWindow({
  customer,
  other: { id },
  fields,
  onMerge,
  onClose,
}: {
  customer: Customer;
  other: { id: string };
  fields: readonly CustomerField[];
  /** Undefined for who may not merge. */
  onMerge: (() => Promise<void>) | undefined;
  onClose: () => void;
}) {
  const { answer, failure, reload } = useQueryOf(getCustomer, { params: { id } });
  const sending = useSend();
  const other = answer?.customer;
  return (
    <Dialog
      open
      size="lg"
      busy={sending.busy}
      title={customersTexts.duplicates}
      description={onMerge && texts.compareText}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.close}</Button>
          {onMerge && other && (
            <Button
              tone="primary"
              busy={sending.busy}
              icon={<GitMerge aria-hidden />}
              onClick={() => void sending.send(onMerge, onClose)}
            >
              {customersTexts.merge}
            </Button>
          )}
        </>
      }
    >
      <Failure text={sending.failure} />
      {other ? (
        <Compared one={customer} other={other} fields={fields} />
      ) : failure ? (
        <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Dialog>
  );
}

/** Only what one of them has. */
function Compared({
  one,
  other,
  fields,
}: {
  one: Customer;
  other: Customer;
  fields: readonly CustomerField[];
}) {
  const rows = [
    [customersTexts.name, ({ name }: Customer) => name],
    [customersTexts.phoneNumber, ({ phoneNumber }: Customer) => phoneNumber],
    [customersTexts.whatsapp, ({ whatsAppNumber }: Customer) => whatsAppNumber],
    [customersTexts.twitter, ({ twitterId }: Customer) => twitterId],
    [customersTexts.facebook, ({ facebookId }: Customer) => facebookId],
    [customersTexts.instagram, ({ instaId }: Customer) => instaId],
    ...fields.map(
      ({ _id, fieldLabel }) =>
        [fieldLabel, ({ data }: Customer) => data.find((each) => each.id === _id)?.value ?? ""] as const,
    ),
    [texts.groups, ({ groups }: Customer) => groups.map(({ name }) => name).join(", ")],
    [texts.labels, ({ tags }: Customer) => tags.map(({ name }) => name).join(", ")],
  ] as const;
  return (
    <table className="w-full table-fixed text-start">
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="w-1/4 py-1 pe-2 text-start font-normal">
            {texts.field}
          </th>
          {[one, other].map(({ id, name }) => (
            <th key={id} scope="col" className="py-1 pe-2 text-start font-medium text-ink">
              <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, valueOf]) => valueOf(one) || valueOf(other))
          .map(([label, valueOf], at) => (
            // Two fields may have one name.
            <tr key={at} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pe-2 text-start font-normal text-muted">
                <bdi className="[overflow-wrap:anywhere]">{label}</bdi>
              </th>
              {[one, other].map((each) => (
                <td key={each.id} className="py-1.5 pe-2 [overflow-wrap:anywhere]">
                  <bdi>{valueOf(each)}</bdi>
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
