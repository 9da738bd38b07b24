import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useSession } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { repeatUnits } from "#workers/contract/campaign.ts";
import { idOf } from "#app/features/broadcasts/broadcast-draft.ts";
import { WhenFields } from "#app/features/broadcasts/when-fields.tsx";
import type { ActivityForm } from "./use-activity-form.ts";

const texts = campaignScreensTexts.plan;

/** At once, at a time, or again and again; what is switched off says so. */
export function PlanFields({ form: { draft, change, problemAt } }: { form: ActivityForm }) {
  const { campaignAutomation } = useSession().features;
  const { repeats, unit, every, runs } = draft;
  const number = (place: "every" | "runs", label: string, value: string) => (
    <Field id={idOf(place)} label={label} error={problemAt(place)} required className="w-full sm:w-36">
      <TextInput
        inputMode="numeric"
        maxLength={3}
        value={value}
        onChange={({ target }) => change({ [place]: target.value }, place)}
      />
    </Field>
  );
  return (
    <WhenFields now={texts.atOnce} later={texts.later}>
      {campaignAutomation || repeats ? (
        <div className="grid gap-3">
          <Checkbox
            label={texts.repeat}
            checked={repeats}
            onChange={(on) => change({ repeats: on }, "every", "runs")}
          />
          {repeats && (
            <>
              <p className="text-[0.8125rem] text-muted">{texts.repeatHint}</p>
              <div className="flex flex-wrap gap-4">
                {number("every", texts.everyLabel, every)}
                <Field label={texts.unit} className="w-full sm:w-36">
                  <Select
                    value={unit}
                    options={repeatUnits.map((each) => ({ value: each, label: texts.units[each] }))}
                    onChange={(next) => change({ unit: next }, "every")}
                  />
                </Field>
                {number("runs", texts.runsLabel, runs)}
              </div>
            </>
          )}
        </div>
      ) : (
        <p className="text-[0.8125rem] text-muted">{texts.repeatOff}</p>
      )}
    </WhenFields>
  );
}
