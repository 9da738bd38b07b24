import { focusTitle } from "#app/kit/focus-title.ts";
import { GitMerge } from "lucide-react";
import { Link } from "react-router";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { type Duplicate, reasonOf, useDuplicates } from "./use-duplicates.ts";

/** Possible duplicates, to be merged into the customer that is shown. Renders nothing while there are none. */
export function Duplicates({
  customer,
  blocked,
}: {
  customer: Customer;
  /** True while there are unsaved changes: merging would change the customer underneath. */
  blocked: boolean;
}) {
  const { duplicates, merge, tellApart } = useDuplicates(customer);
  const { busy, failure, send } = useSend();
  if (duplicates.length === 0) return null;

  const mergeInto = async (other: Duplicate) => {
    if (await merge(other)) focusTitle();
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
            <span className="flex flex-wrap gap-2">
              <Button
                size="sm"
                busy={busy}
                aria-label={texts.notTheSameAs(other.name)}
                onClick={() => void send(() => tellApart(other), focusTitle)}
              >
                {texts.notTheSame}
              </Button>
              <Button
                size="sm"
                icon={<GitMerge aria-hidden />}
                aria-label={texts.mergeThis(other.name)}
                disabledReason={blocked ? texts.saveOrDiscard : undefined}
                onClick={() => void mergeInto(other)}
              >
                {texts.merge}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Failure text={failure} />
    </section>
  );
}
