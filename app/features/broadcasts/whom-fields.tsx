import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { numbersIn } from "#workers/contract/broadcast.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { idOf } from "./broadcast-draft.ts";
import { DataFileField } from "./data-file-field.tsx";
import { useForm } from "./form-context.ts";
import { MasterFields } from "./master-fields.tsx";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.form;

/** The recipients: numbers, customers, and whole groups of the customer master. */
export function WhomFields({ estimate }: { estimate: BroadcastEstimate | undefined }) {
  const { draft, change, problemAt, leave } = useForm();
  return (
    <Section title={texts.whom}>
      <div className="grid gap-1">
        <Field
          id={idOf("numbers")}
          label={texts.numbers}
          hint={texts.numbersHint}
          error={problemAt("numbers")}
          required
        >
          <Textarea
            rows={4}
            inputMode="tel"
            spellCheck={false}
            value={draft.numbers}
            onChange={({ target }) => change({ numbers: target.value }, "numbers")}
            onBlur={() => draft.numbers.trim() !== "" && leave("numbers")}
          />
        </Field>
        <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
          {texts.numbersCount(numbersIn(draft.numbers).length)}
        </p>
        {estimate && estimate.invalidCount > 0 && draft.numbers.trim() !== "" && (
          <NotNumbers numbers={estimate.invalid} count={estimate.invalidCount} />
        )}
      </div>
      <DataFileField />
      <MasterFields />
    </Section>
  );
}

function NotNumbers({ numbers, count }: { numbers: readonly string[]; count: number }) {
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger-ink">
      <p className="font-medium">{texts.notNumbers(count)}</p>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {numbers.map((each, at) => (
          <li key={`${at} ${each}`} className="[overflow-wrap:anywhere]">
            <bdi>{each}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
