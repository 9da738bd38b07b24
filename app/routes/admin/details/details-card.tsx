import { type ComponentProps, useMemo } from "react";
import { TimezoneField } from "#app/components/timezone-field.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { enterpriseTexts as texts } from "#texts/enterprise.ts";
import { countryChoices as choicesOf } from "#app/lib/countries.ts";
import { type Enterprise, industries } from "#workers/contract/endpoints/enterprise.ts";
import { idOf, labels, type TextField } from "./enterprise-draft.ts";
import type { EnterpriseControl } from "./use-enterprise-draft.ts";

/** Name, industry and contact details of the enterprise. */
export function DetailsCard({
  control: { draft, problems, change, leave },
  zones,
  linkProof,
  readOnly,
}: {
  control: EnterpriseControl;
  zones: readonly string[];
  linkProof: Enterprise["linkProof"];
  readOnly: boolean;
}) {
  const countryChoices = useMemo(() => choicesOf(texts.notChosen), []);
  const field = (name: TextField) => ({
    id: idOf(name),
    label: labels[name],
    error: problems[name],
  });
  const input = (name: TextField): ComponentProps<"input"> => ({
    readOnly,
    value: draft[name],
    onChange: (event) => change({ [name]: event.target.value }),
    onBlur: () => leave(name),
  });
  return (
    <Card>
      <h2 className="mb-3 font-semibold">{texts.details}</h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field {...field("name")} required>
          <TextInput {...input("name")} autoComplete="organization" maxLength={100} />
        </Field>
        <Field {...field("industry")}>
          <Select
            disabled={readOnly}
            value={draft.industry}
            options={[
              { value: "", label: texts.notChosen },
              ...industries.map((value) => ({ value, label: value })),
            ]}
            onChange={(industry) => change({ industry })}
          />
        </Field>
        <Field {...field("country")} hint={texts.countryHint}>
          <Combobox
            disabled={readOnly}
            value={draft.country}
            choices={countryChoices}
            onChange={(country) => change({ country })}
          />
        </Field>
        <TimezoneField
          {...field("timezone")}
          hint={texts.timezoneHint}
          none={texts.notChosen}
          zones={zones}
          value={draft.timezone}
          readOnly={readOnly}
          onChange={(timezone) => change({ timezone })}
        />
        <Field {...field("phone")}>
          <TextInput {...input("phone")} type="tel" autoComplete="tel" maxLength={30} />
        </Field>
        <Field {...field("contactEmail")}>
          <TextInput {...input("contactEmail")} type="email" autoComplete="email" maxLength={254} />
        </Field>
        <Field {...field("website")}>
          <TextInput {...input("website")} type="url" autoComplete="url" maxLength={300} />
        </Field>
        <Field {...field("address")}>
          <Textarea
            rows={2}
            readOnly={readOnly}
            autoComplete="street-address"
            maxLength={500}
            value={draft.address}
            onChange={(event) => change({ address: event.target.value })}
            onBlur={() => leave("address")}
          />
        </Field>
        <Field {...field("linkHost")} hint={texts.linkHostHint(linkProof.host, linkProof.text)}>
          <TextInput {...input("linkHost")} autoCapitalize="none" spellCheck={false} maxLength={253} />
        </Field>
      </div>
    </Card>
  );
}
