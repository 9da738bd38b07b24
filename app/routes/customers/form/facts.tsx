import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "#app/components/ui/card.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { bothKinds } from "#app/features/customers/tagging-kinds.ts";
import { socialNames, socials } from "./customer-draft.ts";

/** The known facts about a customer, to be read: only those with a value. */
export function Facts({ customer, fields }: { customer: Customer; fields: readonly CustomerField[] }) {
  const values = new Map(customer.data.map(({ id, value }) => [id, value]));
  const facts: Fact[] = [
    ...fields.map(({ _id, fieldLabel }): Fact => [fieldLabel, values.get(_id)]),
    ...socialNames.map((name): Fact => [socials[name], customer[name]]),
    ...bothKinds.map((kind): Fact => {
      const of = customer[kind.filter];
      return [kind.texts.many, of.length > 0 && <Taggings param={kind.param} of={of} />];
    }),
    [texts.addedOn, formatShortDay(customer.createdAt)],
  ];
  const known = facts.filter(([, value]) => Boolean(value));
  return (
    <Card className="mb-4 p-5">
      <section aria-label={texts.facts}>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-6 gap-y-3">
          {known.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{label}</dt>
              <dd dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
}

type Fact = readonly [label: string, value: ReactNode];

/** Each leads to all who have it. */
function Taggings({ param, of }: { param: string; of: Customer["groups"] }) {
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-1">
      {of.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to={`/customer-master/customers?${new URLSearchParams({ [param]: id }).toString()}`}
            className="inline-block min-h-6 pointer-coarse:min-h-11 pointer-coarse:py-3 max-w-full truncate rounded-full bg-accent-soft px-2.5 py-0.5 text-[0.8125rem] text-accent-ink hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
