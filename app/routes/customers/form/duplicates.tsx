import { GitMerge } from "lucide-react";
import { Link } from "react-router";
import { request } from "#app/data/api.ts";
import { patch, useQueryOf } from "#app/data/query.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Customer, customerDuplicates, mergeCustomers } from "#workers/contract/endpoints/customers.ts";
import { showCustomer } from "../changed.ts";

type Duplicate = ReplyOf<typeof customerDuplicates>["duplicates"][number];

/** Possible duplicates, to be merged into the customer that is shown. Renders nothing while there are none. */
export function Duplicates({
  customer,
  blocked,
}: {
  customer: Customer;
  /** True while there are unsaved changes: merging would change the customer underneath. */
  blocked: boolean;
}) {
  const confirm = useConfirm();
  const toast = useToast();
  const { id } = customer;
  // Optional: the screen works without an answer.
  const { duplicates = [] } = useQueryOf(customerDuplicates, { params: { id } }).answer ?? {};
  if (duplicates.length === 0) return null;

  const merge = async (other: Duplicate) => {
    const yes = await confirm({
      title: texts.mergeQuestion(other.name, customer.name),
      text: texts.mergeText(other.name),
      confirmLabel: texts.merge,
      tone: "primary",
      run: async () => {
        const merged = await request(mergeCustomers, { params: { id }, body: { from: other.id } });
        toast.success(merged.message);
        patch(customerDuplicates, { params: { id } }, (now) => ({
          duplicates: now.duplicates.filter((each) => each.id !== other.id),
        }));
        showCustomer(merged.payload.customer);
      },
    });
    if (yes) document.querySelector<HTMLElement>("main h1")?.focus();
  };

  return (
    <section
      aria-label={texts.duplicates}
      className="mb-4 rounded-lg border border-line bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <h2 className="font-semibold">{texts.duplicates}</h2>
      <ul className="mt-1 grid gap-1.5">
        {duplicates.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <Link
                to={`/customer-master/customers/view/${other.id}`}
                className="font-medium underline underline-offset-2"
              >
                <bdi>{other.name}</bdi>
              </Link>{" "}
              <span className="tabular-nums">{other.phoneNumber}</span>
              {" – "}
              {other.because.map(reasonOf).join(", ")}
            </span>
            <Button
              size="sm"
              icon={<GitMerge aria-hidden />}
              aria-label={texts.mergeThis(other.name)}
              disabledReason={blocked ? texts.saveOrDiscard : undefined}
              onClick={() => void merge(other)}
            >
              {texts.merge}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Translates the server's reasons; an unknown one is shown as it is. */
const reasonOf = (because: string): string =>
  because in texts.because ? texts.because[because as keyof typeof texts.because] : because;
