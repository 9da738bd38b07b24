import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useQueryOf } from "#app/data/query.ts";
import { templatesTexts as texts } from "#texts/templates.ts";
import { listWaFlows } from "#workers/contract/endpoints/wa-flows.ts";
import { idOf, useBuilding } from "./template-draft.ts";

/** The flow that a button opens: one that is published on the template's channel. */
export function FlowField({
  place,
  value,
  onChange,
}: {
  place: string;
  value: string;
  onChange: (flowId: string) => void;
}) {
  const { draft, fixed, problemAt } = useBuilding();
  const { answer, failure } = useQueryOf(listWaFlows, { query: { state: "PUBLISHED", perPage: 100 } });
  const flows = (answer?.flows ?? []).filter(({ channel }) => channel.id === draft.channelId);
  const isKnown = value === "" || flows.some(({ id }) => id === value);
  const hint = failure?.message ?? (answer && flows.length === 0 ? texts.noFlows : texts.flowHint);
  return (
    <Field id={idOf(place)} label={texts.flow} hint={hint} error={problemAt(place)}>
      <Select
        value={value}
        disabled={fixed || !answer}
        options={[
          { value: "", label: texts.chooseFlow },
          ...flows.map(({ id, name }) => ({ value: id, label: name })),
          ...(isKnown ? [] : [{ value, label: texts.otherFlow }]),
        ]}
        onChange={onChange}
      />
    </Field>
  );
}
