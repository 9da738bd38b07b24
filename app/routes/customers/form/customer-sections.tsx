import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { can, useSession } from "#app/session/session.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { bothKinds } from "#app/features/customers/tagging-kinds.ts";
import { TaggingPicker } from "#app/features/customers/tagging-picker.tsx";
import { socialNames, socials } from "./customer-draft.ts";
import { OwnField, ownFieldId } from "#app/features/customers/own-field.tsx";
import { PHONE_ID, PhoneFields } from "#app/features/customers/phone-fields.tsx";
import type { Phones } from "#app/features/customers/phones.ts";
import type { CustomerDraftControl } from "./use-customer-draft.ts";

/** The element id of the control at a place of the form, for the error summary. */
export function idOf(place: string): string {
  if (place === "phoneNumber") return PHONE_ID;
  return place.startsWith("data.") ? ownFieldId(place.slice("data.".length)) : `customer-${place}`;
}

/** A customer's data in sections, read-only when disabled. The number of an existing customer always is. */
export function CustomerSections({
  control: { draft, change, setValue },
  customer,
  fields,
  phones,
  disabled,
  problems,
  onTouch,
  onLeave,
}: {
  control: CustomerDraftControl;
  customer: Customer | undefined;
  fields: readonly CustomerField[];
  phones: Phones | undefined;
  disabled: boolean;
  problems: Record<string, string>;
  onTouch: (place: string) => void;
  onLeave: (place: string) => void;
}) {
  const mayDefine = can(useSession().profile, ["CUSTOMER_MASTER.VIEW"]);
  // Tabbing past an empty field raises no error.
  const leave = (place: string, value: string) => value !== "" && onLeave(place);
  return (
    <fieldset disabled={disabled} className="grid min-w-0 grid-cols-1 gap-4">
      <Section title={texts.basicDetails}>
        <Field
          id={idOf("name")}
          label={texts.name}
          required
          error={problems.name}
          className={customer ? "" : "sm:col-span-2"}
        >
          <TextInput
            dir="auto"
            autoComplete="off"
            // An empty form is opened to be filled in.
            autoFocus={customer === undefined}
            title={draft.name}
            value={draft.name}
            onChange={(event) => {
              onTouch("name");
              change({ name: event.target.value });
            }}
            onBlur={() => leave("name", draft.name)}
          />
        </Field>
        {customer ? (
          <Field id={PHONE_ID} label={texts.phoneNumber}>
            <TextInput
              disabled
              value={phones?.read(customer.phoneNumber, "").shown ?? customer.phoneNumber}
            />
          </Field>
        ) : (
          <PhoneFields
            phones={phones}
            country={draft.country}
            number={draft.number}
            error={problems.phoneNumber}
            onChange={(next) => {
              onTouch("phoneNumber");
              change(next);
            }}
            onLeave={() => leave("phoneNumber", draft.number)}
          />
        )}
      </Section>
      <Section title={texts.otherDetails}>
        {fields.length === 0 && (
          <p className="text-muted sm:col-span-2">
            {texts.noColumns}{" "}
            {mayDefine && (
              <Link to="/customer-master/definition" className="text-accent-ink underline underline-offset-2">
                {texts.defineFields}
              </Link>
            )}
          </p>
        )}
        {fields.map((field) => {
          const place = `data.${field._id}`;
          const value = draft.values[field._id] ?? "";
          return (
            <OwnField
              key={field._id}
              field={field}
              value={value}
              error={problems[place]}
              onChange={(next) => {
                onTouch(place);
                setValue(field._id, next);
              }}
              onLeave={() => leave(place, value)}
            />
          );
        })}
      </Section>
      <Section title={texts.socialProfiles}>
        {socialNames.map((name) => (
          <Field key={name} id={idOf(name)} label={socials[name]} error={problems[name]}>
            <TextInput
              dir="auto"
              autoComplete="off"
              title={draft[name]}
              value={draft[name]}
              onChange={(event) => {
                onTouch(name);
                change({ [name]: event.target.value });
              }}
              onBlur={() => leave(name, draft[name])}
            />
          </Field>
        ))}
      </Section>
      {bothKinds.map((kind) => (
        <Section key={kind.id} title={kind.texts.many}>
          <Field
            id={idOf(kind.filter)}
            label={kind.texts.choose}
            labelHidden
            error={problems[kind.filter]}
            className="sm:col-span-2"
          >
            <TaggingPicker
              kind={kind}
              chosen={draft[kind.filter]}
              disabled={disabled}
              onChange={(chosen) => {
                onTouch(kind.filter);
                change({ [kind.filter]: chosen });
              }}
            />
          </Field>
        </Section>
      ))}
    </fieldset>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id}>
        <h2 id={id} className="mb-3 font-semibold">
          {title}
        </h2>
        <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
      </section>
    </Card>
  );
}
