import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { choicesOf, type Draft, type Offer, vendorIn } from "./channel-draft.ts";

/** Channel type and vendor: chosen once, then fixed. Vendors whose adapter is not there say so. */
export function VendorFields({
  id,
  form,
  offer,
  channel,
}: {
  id: string;
  form: Fields<Draft>;
  offer: Offer;
  channel: Channel | undefined;
}) {
  const { values, errors } = form;
  if (channel) {
    return (
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-muted">{texts.type}</dt>
        <dd>{channel.typeName}</dd>
        <dt className="text-muted">{texts.vendor}</dt>
        <dd>{channel.vendorName}</dd>
      </dl>
    );
  }
  const vendors = choicesOf(offer, values);
  const chosen = vendorIn(offer, values);
  const types = offer.filter((each) => each.vendors.some(({ offered }) => offered));
  return (
    <>
      <Field id={`${id}-type`} label={texts.type} required error={errors["type"]}>
        <Select
          value={values["type"] ?? ""}
          options={[
            { value: "", label: texts.chooseType },
            ...types.map(({ type, name }) => ({ value: String(type), label: name })),
          ]}
          onChange={(type) => {
            form.set("type", type);
            if (!vendorIn(offer, { ...values, type })) form.set("vendor", "");
          }}
          onBlur={() => values["type"] && form.leave("type")}
        />
      </Field>
      <Field
        id={`${id}-vendor`}
        label={texts.vendor}
        required
        error={errors["vendor"]}
        hint={texts.vendorHint}
      >
        <Select
          value={values["vendor"] ?? ""}
          options={[
            { value: "", label: texts.chooseVendor },
            ...vendors.map(({ vendor, name, ready }) => ({
              value: String(vendor),
              label: ready ? name : texts.vendorNotReadyShort(name),
            })),
          ]}
          onChange={(vendor) => form.set("vendor", vendor)}
          onBlur={() => values["vendor"] && form.leave("vendor")}
        />
      </Field>
      {chosen && !chosen.ready && !errors["vendor"] && (
        <Banner kind="warning" live>
          {texts.vendorNotReady(chosen.name)}
        </Banner>
      )}
    </>
  );
}
