import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { referenceWords } from "#texts/automation.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { CheckedFile } from "#workers/contract/endpoints/automation-files.ts";
import { fieldOf, type ImportValues, LEFT } from "./import-values.ts";

/** Things of another enterprise that the file names, each with its replacement here. */
export function ImportReferences({
  form,
  formId,
  checked,
  labels,
}: {
  form: Fields<ImportValues>;
  formId: string;
  checked: Pick<CheckedFile, "references" | "choices">;
  labels: Record<string, string>;
}) {
  const open = checked.references.flatMap((each, at) => (each.state === "inFile" ? [] : [{ ...each, at }]));
  if (open.length === 0) return null;
  const missing = open.filter(({ at }) => (form.values[fieldOf("references", at, "to")] ?? LEFT) === LEFT);
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{texts.references}</h3>
      <p role="status" className="text-[0.8125rem] text-muted">
        {missing.length === 0 ? texts.nothingMissing : texts.missing(missing.length)}
      </p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {open.map(({ kind, id, uses, at }) => {
          const to = fieldOf("references", at, "to");
          return (
            <li key={`${kind} ${id}`} className="min-w-0">
              <Field
                id={`${formId}-${to}`}
                label={<bdi className="[overflow-wrap:anywhere]">{labels[to]}</bdi>}
                hint={[
                  texts.uses(referenceWords[kind], uses),
                  ...(kind === "bot" ? [texts.botByName] : []),
                ].join(". ")}
                error={form.errors[to]}
              >
                <Select
                  value={form.values[to] ?? LEFT}
                  options={[
                    { value: LEFT, label: texts.leaveMissing },
                    ...(checked.choices[kind] ?? []).map((each) => ({ value: each.id, label: each.name })),
                  ]}
                  onChange={(next) => form.set(to, next)}
                />
              </Field>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The file reader's notes on things without a match here. */
export function ImportNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{texts.notes(notes.length)}</h3>
      <ul
        tabIndex={0}
        aria-label={texts.notes(notes.length)}
        className="grid max-h-52 list-disc gap-1 overflow-y-auto rounded-lg border border-line py-2 pr-3 pl-7 text-[0.8125rem]"
      >
        {notes.map((note) => (
          <li key={note} className="[overflow-wrap:anywhere]">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
