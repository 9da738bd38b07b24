import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate, useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { useCan } from "#app/session/session.ts";
import { waFlowListTexts as texts } from "#texts/wa-flow-list.ts";
import { listForms } from "#workers/contract/endpoints/forms.ts";
import { createWaFlow, listWaFlows } from "#workers/contract/endpoints/wa-flows.ts";
import { waFlowCategories, waFlowLimits } from "#workers/contract/wa-flows/flow.ts";
import { emptyFlow, READY_FLOWS } from "#workers/contract/wa-flows/ready-made.ts";

interface Channel {
  id: string;
  name: string;
  account: string;
}

const readyNames = Object.keys(READY_FLOWS) as (keyof typeof READY_FLOWS)[];
const READY = "ready ";
const FORM = "form ";

/** Begins a flow: empty, from one that is ready made, or from a form. */
export function AddDialog({ channels, onClose }: { channels: readonly Channel[]; onClose: () => void }) {
  const navigate = useNavigate();
  const seesForms = useCan()("ENCAPS.VIEW");
  const form = useFields(
    { name: "", from: "", category: "OTHER", channelId: channels[0]?.id ?? "" },
    ({ name, channelId }) => ({
      ...(name.trim() === "" && { name: texts.nameEmpty }),
      ...(channelId === "" && { channelId: texts.channelEmpty }),
    }),
  );
  const sending = useSend({
    form,
    refused: ({ status, message }) => {
      if (status === 409) form.refuse({ name: message });
      return status === 409;
    },
  });
  const { name, from, category, channelId } = form.values;
  const begun = () => {
    if (from.startsWith(FORM)) return { fromForm: from.slice(FORM.length) };
    const ready = readyNames.find((each) => from === READY + each);
    return { content: ready ? READY_FLOWS[ready].content : emptyFlow(name.trim().slice(0, 80)) };
  };
  const save = () =>
    sending.send(
      () =>
        request(createWaFlow, {
          body: {
            name,
            categories: waFlowCategories.filter((each) => each === category),
            channelId,
            ...begun(),
          },
        }),
      async ({ payload: made }) => {
        onClose();
        await navigate(`/designer/flow/${made.id}/screen/first`, {
          state: { name: made.name, notes: made.notes },
        });
        void invalidate(listWaFlows);
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id="wa-flow"
      title={texts.addTitle}
      labels={{ name: texts.name, channelId: texts.channel, from: texts.from, category: texts.category }}
      submit={texts.create}
      onSubmit={save}
    >
      {channels.length === 0 && <Banner kind="warning">{texts.channelNone}</Banner>}
      <Field id="wa-flow-name" label={texts.name} required error={form.errors.name}>
        <TextInput autoFocus dir="auto" maxLength={waFlowLimits.name} {...form.text("name")} />
      </Field>
      <Field id="wa-flow-from" label={texts.from}>
        <FromSelect
          seesForms={seesForms}
          value={from}
          onChange={(chosen) => {
            const ready = readyNames.find((each) => chosen === READY + each);
            form.set("from", chosen);
            if (ready) form.set("category", READY_FLOWS[ready].category);
          }}
        />
      </Field>
      <Field id="wa-flow-category" label={texts.category}>
        <Select
          value={category}
          options={waFlowCategories.map((value) => ({
            value: value as string,
            label: texts.categories[value],
          }))}
          onChange={(chosen) => form.set("category", chosen)}
        />
      </Field>
      <Field id="wa-flow-channelId" label={texts.channel} required error={form.errors.channelId}>
        <Select
          value={channelId}
          options={[
            ...(channelId === "" ? [{ value: "", label: texts.channelEmpty }] : []),
            ...channels.map((each) => ({ value: each.id, label: texts.channelOf(each.name, each.account) })),
          ]}
          onChange={(chosen) => form.set("channelId", chosen)}
        />
      </Field>
    </FormDialog>
  );
}

function FromSelect({
  seesForms,
  ...select
}: {
  seesForms: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  return seesForms ? <FromForms {...select} /> : <Choices {...select} forms={[]} />;
}

function FromForms(select: { value: string; onChange: (value: string) => void }) {
  const { answer } = useQueryOf(listForms, { query: { from: 0, perPage: 100 } });
  return <Choices {...select} forms={answer?.forms ?? []} />;
}

const Choices = ({
  forms,
  ...select
}: {
  forms: readonly { id: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
}) => (
  <Select
    {...select}
    options={[
      { value: "", label: texts.fromEmpty },
      ...readyNames.map((each) => ({ value: READY + each, label: texts.fromReady(texts.ready[each]) })),
      ...forms.map(({ id, name }) => ({ value: FORM + id, label: texts.fromForm(name) })),
    ]}
  />
);
