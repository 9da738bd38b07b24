import { useMemo } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { afterUnits } from "#workers/contract/fallback.ts";
import { ROW_GROUP } from "#workers/contract/broadcast.ts";
import type { TemplateType } from "#workers/contract/templates/template.ts";
import { idOf } from "#app/features/broadcasts/broadcast-draft.ts";
import { FormProvider } from "#app/features/broadcasts/form-context.ts";
import { MediaFields } from "#app/features/broadcasts/media-fields.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { VariableSection } from "#app/features/broadcasts/variable-section.tsx";
import { WhatFields } from "#app/features/broadcasts/what-fields.tsx";
import { asDraft, FALLBACK, type FallbackDraft, newFallback } from "../activity/fallback-draft.ts";
import type { ActivityForm } from "../activity/use-activity-form.ts";

const texts = campaignScreensTexts.fallback;

/** The message on another channel for people who are not reached in time: like the first one, without recipients. */
export function FallbackFields({ form, types }: { form: ActivityForm; types: readonly TemplateType[] }) {
  const { draft, change } = form;
  const { fallback } = draft;
  return (
    <>
      <Section title={texts.title}>
        {draft.comparison && !fallback ? (
          <p className="text-muted">{campaignScreensTexts.comparison.notWithComparison}</p>
        ) : (
          <Checkbox
            label={texts.on}
            hint={texts.hint}
            checked={Boolean(fallback)}
            onChange={(on) => change({ fallback: on ? newFallback(draft.type, types) : null }, ...PLACES)}
          />
        )}
        {fallback && <After form={form} fallback={fallback} />}
      </Section>
      {fallback && <Message form={form} fallback={fallback} types={types} />}
    </>
  );
}

const PLACES = ["count", "channel", "template", "media"].map((each) => `${FALLBACK}${each}`);

interface Props {
  form: ActivityForm;
  fallback: FallbackDraft;
}

function After({ form: { change, problemAt, leave }, fallback }: Props) {
  const place = `${FALLBACK}count`;
  return (
    <div className="flex flex-wrap gap-4">
      <Field
        id={idOf(place)}
        label={texts.after}
        error={problemAt(place)}
        required
        className="w-full sm:w-36"
      >
        <TextInput
          inputMode="numeric"
          maxLength={5}
          value={fallback.count}
          onChange={({ target }) => change({ fallback: { ...fallback, count: target.value } }, place)}
          onBlur={() => leave(place)}
        />
      </Field>
      <Field label={texts.unit} className="w-full sm:w-36">
        <Select
          value={fallback.unit}
          options={afterUnits.map((each) => ({ value: each, label: texts.units[each] }))}
          onChange={(unit) => change({ fallback: { ...fallback, unit } }, place)}
        />
      </Field>
    </div>
  );
}

/** The same fields as those of the first message, at places of their own. */
function Message({ form, fallback, types }: Props & { types: readonly TemplateType[] }) {
  const { second, change, problemAt, leave } = form;
  const at = (place: string) => `${FALLBACK}${place}`;
  // Its people are the same: the columns of their file can fill its variables, too.
  const ofFile = form.variables.columns.filter(({ name }) => name.startsWith(ROW_GROUP));
  const draft = useMemo(() => asDraft(fallback), [fallback]);
  return (
    <FormProvider
      value={{
        draft,
        variables: { ...second.variables, columns: [...second.variables.columns, ...ofFile] },
        prefix: FALLBACK,
        change: (part, ...places) =>
          change({ fallback: { ...fallback, ...part } as FallbackDraft }, ...places.map(at)),
        problemAt: (place) => problemAt(at(place)),
        leave: (place) => leave(at(place)),
      }}
    >
      <WhatFields title={texts.message} types={types.includes(draft.type) ? types : [...types, draft.type]} />
      {!second.loading.isLoading && <MediaFields title={texts.attachments} />}
      {draft.template && <VariableSection title={texts.variables} loading={second.loading} />}
    </FormProvider>
  );
}
