import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { numbersIn } from "#workers/contract/broadcast.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { idOf } from "./broadcast-draft.ts";
import { DataFileField } from "./data-file-field.tsx";
import { useForm } from "./form-context.ts";
import { MasterFields } from "./master-fields.tsx";
import { recipientWords } from "./recipient-words.ts";
import { Section } from "./section.tsx";

const texts = broadcastsTexts.form;

/** The recipients: numbers, customers, and whole groups of the customer master. */
export function WhomFields({ estimate }: { estimate: BroadcastEstimate | undefined }) {
  const { draft, change, problemAt, leave } = useForm();
  const words = recipientWords(draft.type);
  return (
    <Section title={texts.whom}>
      <div className="grid gap-1">
        <Field
          id={idOf("numbers")}
          label={words.label}
          hint={words.hint}
          error={problemAt("numbers")}
          required
        >
          <Textarea
            rows={4}
            inputMode={words.inputMode}
            spellCheck={false}
            value={draft.numbers}
            onChange={({ target }) => change({ numbers: target.value }, "numbers")}
            onBlur={() => draft.numbers.trim() !== "" && leave("numbers")}
          />
        </Field>
        <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
          {words.count(numbersIn(draft.numbers).length)}
        </p>
        {estimate && estimate.invalidCount > 0 && draft.numbers.trim() !== "" && (
          <NotNumbers title={words.wrong(estimate.invalidCount)} numbers={estimate.invalid} />
        )}
      </div>
      <DataFileField />
      <MasterFields />
    </Section>
  );
}

function NotNumbers({ title, numbers }: { title: string; numbers: readonly string[] }) {
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger-ink">
      <p className="font-medium">{title}</p>
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
