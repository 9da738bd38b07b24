import { useState } from "react";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { formatCount } from "#app/lib/format.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import type { TaggingKind } from "#app/features/customers/tagging-kinds.ts";
import { type ChosenTagging, TaggingPicker } from "#app/features/customers/tagging-picker.tsx";

export interface Mapping {
  kind: TaggingKind;
  markIds: string[];
  remove: boolean;
  /** Groups from which the customers are moved. */
  outOf: string[];
}

const FORM = "tagging-choice";

/** Chooses the groups or labels to add to the selected customers, or to remove from them. */
export function TaggingChoiceDialog({
  kind,
  remove,
  count,
  shown,
  open,
  onClose,
  onSave,
}: {
  kind: TaggingKind;
  remove: boolean;
  count: number;
  /** The groups by which the list is filtered: customers added to another group may leave them. */
  shown: readonly ChosenTagging[];
  open: boolean;
  onClose: () => void;
  onSave: (mapping: Mapping) => Promise<void>;
}) {
  const [moving, setMoving] = useState(false);
  const problemOf = (all: readonly ChosenTagging[]) => (all.length === 0 ? kind.texts.required : undefined);
  const form = useFields<{ chosen: ChosenTagging[] }>({ chosen: [] }, ({ chosen }) => ({
    chosen: problemOf(chosen),
  }));
  const { chosen } = form.values;
  const sending = useSend({ form });
  const save = () => {
    const markIds = chosen.map(({ id }) => id);
    const outOf = moving ? shown.map(({ id }) => id).filter((id) => !markIds.includes(id)) : [];
    return sending.send(() => onSave({ kind, markIds, remove, outOf }));
  };
  return (
    <FormDialog
      {...{ open, onClose, form, sending }}
      id={FORM}
      size="sm"
      title={remove ? kind.texts.take : moving ? texts.moveGroup : kind.texts.put}
      description={texts.mapWhom(formatCount(count))}
      labels={{ chosen: kind.texts.many }}
      edited={false}
      submitDisabledReason={problemOf(chosen)}
      onSubmit={save}
    >
      {/* The list of groups stays open for multiple choices, so it needs room above the buttons. */}
      <div className="grid min-h-72 content-start gap-3">
        {shown.length > 0 && (
          <Checkbox
            label={texts.moveOut(shown.map(({ name }) => name).join(", "))}
            checked={moving}
            onChange={setMoving}
            className="[overflow-wrap:anywhere]"
          />
        )}
        <Field label={kind.texts.many} required error={form.errors.chosen}>
          <TaggingPicker
            kind={kind}
            chosen={chosen}
            creates={!remove}
            autoFocus
            onChange={(next) => form.set("chosen", next)}
          />
        </Field>
      </div>
    </FormDialog>
  );
}
