import { Rocket } from "lucide-react";
import { Clashes } from "#app/features/automation-instances/clashes.tsx";
import { idOf } from "#app/features/broadcasts/broadcast-draft.ts";
import { FormFrame } from "#app/features/broadcasts/form-frame.tsx";
import { MasterFields } from "#app/features/broadcasts/master-fields.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { WhenFields } from "#app/features/broadcasts/when-fields.tsx";
import { FormHead } from "#app/kit/form-head.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useCan } from "#app/session/session.ts";
import { encapsTexts } from "#texts/encaps.ts";
import type { getLaunch, listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { AUTOMATION } from "#workers/contract/endpoints/automations.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { ReviewPanel } from "./review-panel.tsx";
import { useLaunchForm } from "./use-launch-form.ts";
import { ValueField } from "./value-field.tsx";

const texts = encapsTexts.form;
const LABELS: Readonly<Record<string, string>> = {
  channel: texts.channel,
  version: texts.version,
  most: texts.most,
  words: texts.words,
  groups: texts.whom,
  start: texts.later,
  timezone: texts.later,
};

/** A version and a channel, who enters, its values and its time, beside whom that reaches. */
export function LaunchForm({
  encap,
  channels,
  again,
}: Pick<ReplyOf<typeof listLaunches>, "encap" | "channels"> & {
  again: ReplyOf<typeof getLaunch> | undefined;
}) {
  const form = useLaunchForm({ encap, again });
  const { control, draft, change, problemAt, properties, version, sending } = form;
  const seesCustomers = useCan()("CUSTOMER.VIEW");
  const newest = encap.version ?? 0;
  const labelOf = (place: string) =>
    LABELS[place] ?? properties.find(({ name }) => place === `values.${name}`)?.label ?? place;
  return (
    <FormFrame
      form={form}
      kept={control}
      restored={texts.restored}
      onDiscard={control.discard}
      onSend={form.submit}
      buttons={
        <Button type="submit" tone="primary" busy={sending.busy} icon={<Rocket aria-hidden />}>
          {draft.isLater ? texts.schedule : texts.launch}
        </Button>
      }
      beside={<ReviewPanel id={encap.id} draft={draft} />}
    >
      <FormHead
        failure={sending.failure}
        round={form.round}
        problems={Object.entries(form.shown).map(([place, text]) => ({
          id: idOf(place),
          text: `${labelOf(place)}: ${text}`,
        }))}
      />
      <Section title={texts.what}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id={idOf("version")} label={texts.version} error={problemAt("version")}>
            <Select
              value={draft.version}
              options={Array.from({ length: newest }, (_, at) => newest - at).map((number) => ({
                value: String(number),
                label: number === newest ? texts.newest(number) : encapsTexts.versions.number(number),
              }))}
              onChange={(next) => change({ version: next }, "version")}
            />
          </Field>
          <Field id={idOf("channel")} label={texts.channel} required error={problemAt("channel")}>
            <Select
              value={draft.channelId}
              options={[
                { value: "", label: texts.choose },
                ...channels.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(channelId) => change({ channelId }, "channel", "words")}
            />
          </Field>
        </div>
        <Field id={idOf("name")} label={texts.name} hint={texts.nameHint} error={problemAt("name")}>
          <TextInput
            dir="auto"
            maxLength={AUTOMATION.name}
            placeholder={encap.name}
            value={draft.name}
            onChange={({ target }) => change({ name: target.value }, "name")}
          />
        </Field>
      </Section>
      <Section title={texts.whom}>
        {seesCustomers ? <MasterFields /> : <p className="text-muted">{texts.customersHidden}</p>}
        {seesCustomers && (
          <Field id={idOf("most")} label={texts.most} hint={texts.mostHint} error={problemAt("most")}>
            <TextInput
              inputMode="numeric"
              className="sm:w-40"
              maxLength={10}
              value={draft.most}
              onChange={({ target }) => change({ most: target.value }, "most")}
            />
          </Field>
        )}
        <Field id={idOf("words")} label={texts.words} hint={texts.wordsHint} error={problemAt("words")}>
          <Textarea
            dir="auto"
            rows={2}
            value={draft.words}
            onChange={({ target }) => change({ words: target.value }, "words")}
          />
        </Field>
        <Clashes kind="encap" id={encap.id} channelId={draft.channelId} keywords={draft.words} />
      </Section>
      {version.failure && <Failure text={`${texts.versionFailed}. ${version.failure.message}`} />}
      {version.asking && !version.answer && <SkeletonRows rows={2} />}
      {properties.length > 0 && (
        <Section title={texts.values}>
          <p className="text-[0.8125rem] text-muted">{texts.valuesLead}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            {properties.map((property) => (
              <ValueField
                key={property.name}
                id={idOf(`values.${property.name}`)}
                property={property}
                value={draft.values[property.name] ?? ""}
                error={problemAt(`values.${property.name}`)}
                onChange={(value) =>
                  change({ values: { ...draft.values, [property.name]: value } }, `values.${property.name}`)
                }
              />
            ))}
          </div>
        </Section>
      )}
      <WhenFields now={texts.now} later={texts.later} />
    </FormFrame>
  );
}
