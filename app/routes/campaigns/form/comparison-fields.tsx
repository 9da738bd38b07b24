import { useMemo } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { deciders } from "#workers/contract/comparison.ts";
import { afterUnits } from "#workers/contract/fallback.ts";
import { idOf } from "#app/features/broadcasts/broadcast-draft.ts";
import { FormProvider } from "#app/features/broadcasts/form-context.ts";
import { MediaFields } from "#app/features/broadcasts/media-fields.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { VariableSection } from "#app/features/broadcasts/variable-section.tsx";
import { TemplateField } from "#app/features/broadcasts/what-fields.tsx";
import {
  comparedDraft,
  COMPARISON,
  type ComparisonDraft,
  comparisonIn,
  newComparison,
} from "../activity/comparison-draft.ts";
import { numberIn } from "../activity/number-in.ts";
import type { ActivityForm } from "../activity/use-activity-form.ts";

const texts = campaignScreensTexts.comparison;
const at = (place: string) => `${COMPARISON}${place}`;
const PLACES = ["template", "media", "share", "by", "count"].map(at);

/** A second message that is tried beside the first, and how the better one is found. */
export function ComparisonFields({ form }: { form: ActivityForm }) {
  const { draft, change } = form;
  const comparison = comparisonIn(draft);
  return (
    <>
      <Section title={texts.title}>
        {draft.fallback && !comparison ? (
          <p className="text-muted">{texts.notWithFallback}</p>
        ) : (
          <Checkbox
            label={texts.on}
            hint={texts.hint}
            checked={Boolean(comparison)}
            onChange={(on) => change({ comparison: on ? newComparison(draft) : null }, ...PLACES)}
          />
        )}
        {comparison && <Rule form={form} comparison={comparison} />}
      </Section>
      {comparison && <MessageB form={form} comparison={comparison} />}
    </>
  );
}

interface Props {
  form: ActivityForm;
  comparison: ComparisonDraft;
}

function Rule({ form: { change, problemAt, leave }, comparison }: Props) {
  const { share, by, unit } = comparison;
  const set = (part: Partial<ComparisonDraft>, place: string) =>
    change({ comparison: { ...comparison, ...part } }, at(place));
  const number = (place: "share" | "count", label: string, hint?: string) => (
    <Field
      id={idOf(at(place))}
      label={label}
      {...(hint && { hint })}
      error={problemAt(at(place))}
      required
      className="w-full sm:w-56"
    >
      <TextInput
        inputMode="numeric"
        maxLength={5}
        value={comparison[place]}
        onChange={({ target }) => set({ [place]: target.value }, place)}
        onBlur={() => leave(at(place))}
      />
    </Field>
  );
  const people = numberIn(share);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-4">
        {number("share", texts.share, people >= 1 ? texts.shareHint(2 * people) : undefined)}
        <Field id={idOf(at("by"))} label={texts.by} error={problemAt(at("by"))} className="w-full sm:w-56">
          <Select
            value={by}
            options={deciders.map((each) => ({ value: each, label: texts.bys[each] }))}
            onChange={(next) => set({ by: next }, "by")}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-4">
        {number("count", texts.after, texts.afterHint)}
        <Field label={texts.unit} className="w-full sm:w-36">
          <Select
            value={unit}
            options={afterUnits.map((each) => ({
              value: each,
              label: campaignScreensTexts.fallback.units[each],
            }))}
            onChange={(next) => set({ unit: next }, "count")}
          />
        </Field>
      </div>
    </div>
  );
}

/** The template on the first message's channel, at places of its own. */
function MessageB({ form, comparison }: Props) {
  const { second, change, problemAt, leave, variables, draft } = form;
  const { type } = draft;
  const compared = useMemo(() => comparedDraft(comparison, { type }), [comparison, type]);
  return (
    <FormProvider
      value={{
        draft: compared,
        // The same people's columns, those of a file included.
        variables: { ...second.variables, columns: variables.columns },
        prefix: COMPARISON,
        change: (part, ...places) =>
          change({ comparison: { ...comparison, ...part } as ComparisonDraft }, ...places.map(at)),
        problemAt: (place) => problemAt(at(place)),
        leave: (place) => leave(at(place)),
      }}
    >
      <Section title={texts.message}>
        <TemplateField key={comparison.channelId} />
      </Section>
      {!second.loading.isLoading && <MediaFields title={texts.attachments} />}
      {comparison.template && <VariableSection title={texts.variables} loading={second.loading} />}
    </FormProvider>
  );
}
