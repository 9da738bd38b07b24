import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { CheckedFile, ImportPart } from "#workers/contract/endpoints/automation-files.ts";
import { AUTOMATION } from "#workers/contract/endpoints/automations.ts";
import {
  fateOf,
  fieldOf,
  type ImportValues,
  NEW,
  type PartList,
  SKIP,
} from "#app/features/automation-import/import-values.ts";

const TONES: Record<keyof typeof texts.fates, BadgeTone> = {
  new: "accent",
  changed: "warning",
  same: "neutral",
  skip: "neutral",
};

export const FateBadge = ({ fate }: { fate: keyof typeof texts.fates }) => (
  <Badge tone={TONES[fate]}>{texts.fates[fate]}</Badge>
);

const MOST_WITH_ALL = 20;

/** Of a file of very many, each may replace what it was exported from: lists of all for each of them would be too long. */
const replaceable = (checked: CheckedFile, list: PartList, { existing }: ImportPart) =>
  checked[list].length > MOST_WITH_ALL ? (existing ? [existing] : []) : checked.existing[list];

/** One journey, encap or form of the file: what becomes of it, and under which name. */
export function ImportPartRow({
  form,
  formId,
  list,
  at,
  checked,
  labels,
  note,
  children,
}: {
  form: Fields<ImportValues>;
  formId: string;
  list: PartList;
  at: number;
  checked: CheckedFile;
  labels: Record<string, string>;
  note?: ReactNode;
  children?: ReactNode;
}) {
  const part = checked[list][at];
  if (!part) return null;
  const [into, name] = [fieldOf(list, at, "existing"), fieldOf(list, at, "name")];
  const chosen = form.values[into] ?? NEW;
  const options = [
    { value: NEW, label: texts.asNew },
    { value: SKIP, label: texts.skip },
    ...replaceable(checked, list, part).map((each) => ({ value: each.id, label: texts.replace(each.name) })),
  ];
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <bdi className="font-medium">{part.name}</bdi> {note && <span className="text-muted">{note}</span>}
        </p>
        <FateBadge fate={fateOf(part, chosen)} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field id={`${formId}-${into}`} label={labels[into] ?? ""} error={form.errors[into]}>
          <Select value={chosen} options={options} onChange={(next) => form.set(into, next)} />
        </Field>
        {chosen === NEW && (
          <Field id={`${formId}-${name}`} label={labels[name] ?? ""} required error={form.errors[name]}>
            <TextInput dir="auto" maxLength={AUTOMATION.name} {...form.text(name)} />
          </Field>
        )}
      </div>
      {chosen === NEW && children}
    </li>
  );
}
