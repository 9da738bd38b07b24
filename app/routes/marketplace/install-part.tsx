import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { automationWorkspaceTexts } from "#texts/automation-workspace.ts";
import { marketplaceTexts as texts } from "#texts/marketplace.ts";
import type { CheckedPackage, PackagePart } from "#workers/contract/endpoints/marketplace.ts";
import {
  canSkip,
  EXISTING,
  type InstallValues,
  NEW,
  partField,
  SKIP,
  staysAsItIs,
} from "./install-values.ts";

const { fates } = automationWorkspaceTexts;
const TONES: Record<keyof typeof fates, BadgeTone> = {
  new: "accent",
  changed: "warning",
  same: "neutral",
  skip: "neutral",
};

/** One thing of a package: what becomes of it, under which name, and what is lost by replacing what is here. */
export function InstallPart({
  form,
  formId,
  at,
  part,
  checked,
  labels,
}: {
  form: Fields<InstallValues>;
  formId: string;
  at: number;
  part: PackagePart;
  checked: CheckedPackage;
  labels: Record<string, string>;
}) {
  const { name, state, existing, freeName } = part;
  const [into, named] = [partField(at, "into"), partField(at, "name")];
  const chosen = form.values[into] ?? NEW;
  const stays = staysAsItIs(part);
  const options = [
    { value: NEW, label: existing ? texts.asCopy : texts.asNew },
    ...(existing && !existing.fixed ? [{ value: EXISTING, label: texts.replace(existing.name) }] : []),
    ...(canSkip(checked) ? [{ value: SKIP, label: stays ? texts.leave : texts.skip }] : []),
  ];
  const fate = chosen === EXISTING ? state : chosen === NEW ? NEW : stays ? "same" : SKIP;
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <Badge tone={TONES[fate]}>{fates[fate]}</Badge>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.length > 1 && (
          <Field id={`${formId}-${into}`} label={labels[into] ?? ""} error={form.errors[into]}>
            <Select value={chosen} options={options} onChange={(next) => form.set(into, next)} />
          </Field>
        )}
        {chosen === NEW && (
          <Field
            id={`${formId}-${named}`}
            label={labels[named] ?? ""}
            hint={freeName === name ? undefined : texts.renamed(name)}
            required
            error={form.errors[named]}
          >
            <TextInput dir="auto" maxLength={100} {...form.text(named)} />
          </Field>
        )}
      </div>
      {existing?.altered && chosen === EXISTING && <p className="text-danger-ink">{texts.alteredHere}</p>}
      {stays && chosen === SKIP && (
        <p className="text-muted">{existing?.altered ? texts.staysAltered : texts.stays}</p>
      )}
      {existing?.fixed && (!stays || chosen !== SKIP) && <p className="text-muted">{texts.fixed}</p>}
    </li>
  );
}
