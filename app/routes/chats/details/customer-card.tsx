import { ExternalLink, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { useQueryOf } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { OWN_TAB, useChatPlaces } from "#app/lib/workspace.ts";
import { useCan } from "#app/session/session.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { type CustomerField, listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer } from "#workers/contract/endpoints/customers.ts";
import { DetailsFailed, DetailsList } from "./details-parts.tsx";
import type { Place } from "./edit-customer-window.tsx";
import { SamePerson } from "./same-person.tsx";

const EditCustomer = lazily(
  () => import("./edit-customer-window.tsx"),
  (module) => module.EditCustomerWindow,
);

/** The customer whom a chat is with, as the master knows them; each part is changed where it stands. */
export function CustomerCard({ id }: { id: string }) {
  const { answer, failure, reload } = useQueryOf(getCustomer, { params: { id } });
  const fields = useQueryOf(listFields);
  const can = useCan();
  const { isAlone } = useChatPlaces();
  if (failure && !answer) return <DetailsFailed failure={failure} onRetry={reload} />;
  if (fields.failure && !fields.answer)
    return <DetailsFailed failure={fields.failure} onRetry={fields.reload} />;
  if (!answer || !fields.answer) return <SkeletonRows rows={4} />;
  const { customer } = answer;
  const own = fields.answer.inputFieldDefinitions.filter(({ fixed }) => !fixed);
  return (
    <section>
      <h3 className="flex items-baseline justify-between gap-2 font-semibold">
        {texts.customer}
        <Link
          className="inline-flex items-center gap-1 text-[0.8125rem] font-normal text-accent-ink underline"
          to={`/customer-master/customers/view/${id}`}
          {...(isAlone && OWN_TAB)}
        >
          {texts.open} <ExternalLink aria-hidden className="size-3.5" />
        </Link>
      </h3>
      <SamePerson customer={customer} fields={own} />
      {can("CUSTOMER.EDIT") ? (
        <Editable customer={customer} fields={own} />
      ) : (
        <ReadOnly customer={customer} fields={own} />
      )}
    </section>
  );
}

interface Shown {
  customer: Customer;
  fields: readonly CustomerField[];
}

function ReadOnly({ customer, fields }: Shown) {
  const { data, groups, tags } = customer;
  const values = new Map(data.map((each) => [each.id, each.value]));
  const known = fields.flatMap(({ _id, fieldLabel }) => {
    const value = values.get(_id) ?? "";
    return value === "" ? [] : [[fieldLabel, value] as const];
  });
  const marks = [...groups, ...tags];
  return (
    <>
      {known.length === 0 && marks.length === 0 && <p className="mt-1 text-muted">{texts.nothingKnown}</p>}
      <DetailsList rows={known} />
      {marks.length > 0 && (
        <ul aria-label={texts.marks} className="mt-2 flex flex-wrap gap-1">
          {marks.map((mark) => (
            <Mark key={mark.id} name={mark.name} />
          ))}
        </ul>
      )}
    </>
  );
}

const Mark = ({ name }: { name: string }) => (
  <li>
    <Badge>
      <bdi>{name}</bdi>
    </Badge>
  </li>
);

const buttonId = (place: Place) => `change-${place}`;

function Editable({ customer, fields }: Shown) {
  const [place, setPlace] = useState<Place>();
  const [all, setAll] = useState(false);
  const close = () => {
    // The button is back once the form has left.
    flushSync(() => setPlace(undefined));
    if (place) document.getElementById(buttonId(place))?.focus();
  };
  const values = new Map(customer.data.map((each) => [each.id, each.value]));
  const row = (at: Place, label: string, value: ReactNode) => (
    <li key={at}>
      {at === place ? (
        <EditCustomer customer={customer} fields={fields} place={at} onClose={close} />
      ) : (
        <>
          <span aria-hidden className="block text-xs text-muted">
            <bdi>{label}</bdi>
          </span>
          <button
            type="button"
            id={buttonId(at)}
            onClick={() => setPlace(at)}
            className="-mx-1.5 flex min-h-8 pointer-coarse:min-h-11 w-[calc(100%+0.75rem)] items-center justify-between gap-2 rounded-md px-1.5 text-start hover:bg-hover [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-muted"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="sr-only">
                {texts.change(label)}
                {": "}
              </span>
              {value}
            </span>
            <Pencil aria-hidden />
          </button>
        </>
      )}
    </li>
  );
  const empty = fields.filter(({ _id }) => !values.get(_id) && place !== `data.${_id}`);
  const shown = all ? fields : fields.filter((field) => !empty.includes(field));
  const none = <span className="text-muted">{texts.none}</span>;
  const marks = (kind: "groups" | "tags") =>
    customer[kind].length === 0 ? (
      none
    ) : (
      <span className="flex flex-wrap gap-1 py-1">
        {customer[kind].map(({ id, name }) => (
          <Badge key={id}>
            <bdi>{name}</bdi>
          </Badge>
        ))}
      </span>
    );
  return (
    <>
      <ul className="mt-2 grid gap-1.5">
        {row("name", texts.name, <bdi>{customer.name}</bdi>)}
        {shown.map(({ _id, fieldLabel }) => {
          const value = values.get(_id);
          return row(`data.${_id}`, fieldLabel, value ? <bdi>{value}</bdi> : none);
        })}
        {row("groups", texts.groups, marks("groups"))}
        {row("tags", texts.labels, marks("tags"))}
      </ul>
      {empty.length > 0 && !all && (
        <Button size="sm" tone="ghost" onClick={() => setAll(true)}>
          {texts.emptyFields(empty.length)}
        </Button>
      )}
    </>
  );
}
