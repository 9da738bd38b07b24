import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { allChannelTypes, channelTypeName } from "#workers/contract/channel-types.ts";
import { LONGEST_REASON } from "#workers/contract/endpoints/blacklist.ts";

const OPTIONS = [
  { value: "", label: texts.every },
  ...allChannelTypes
    .map((type) => ({ value: String(type), label: channelTypeName(type) }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
];

export const startingAt = { channelType: "", reason: "" };

/** The fields of a request: every channel type is none. */
export const asked = ({ channelType, reason }: typeof startingAt) => ({
  reason,
  ...(channelType !== "" && { channelType: Number(channelType) }),
});

/** Where somebody is not contacted, and why. */
export function WhereAndWhy({
  id,
  values,
  set,
}: {
  id: string;
  values: typeof startingAt;
  set: (name: keyof typeof startingAt, value: string) => void;
}) {
  return (
    <>
      <Field id={`${id}-channelType`} label={texts.channel} hint={texts.channelHint}>
        <Select
          value={values.channelType}
          options={OPTIONS}
          onChange={(value) => set("channelType", value)}
        />
      </Field>
      <Field id={`${id}-reason`} label={texts.reason} hint={texts.reasonHint}>
        <TextInput
          value={values.reason}
          maxLength={LONGEST_REASON}
          onChange={({ target }) => set("reason", target.value)}
        />
      </Field>
    </>
  );
}
