import { CirclePlus, FileText, Settings } from "lucide-react";
import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { DraftInspector, useFocusGoal } from "#app/features/draft-editor/draft-inspector.tsx";
import { DraftProblems } from "#app/features/draft-editor/draft-problems.tsx";
import { ChooseDialog } from "#app/features/graph-editor/choose-dialog.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import type { FormDraft } from "#workers/contract/endpoints/forms.ts";
import { type FieldType, fieldTypes } from "#workers/contract/forms/form.ts";
import { addField, copyField, moveField, removeField, titleOf } from "./edits.ts";
import { FieldInspector } from "./field-inspector.tsx";
import { FieldList } from "./field-list.tsx";
import type { FormControl } from "./use-form.ts";
import { WholeInspector } from "./whole-inspector.tsx";

interface Props {
  control: FormControl;
  customerFields: FormDraft["customerFields"];
  readOnly: boolean;
}

/** The fields on one side; on the other the open field, or the whole form; below what is wrong. */
export function Build({ control, customerFields, readOnly }: Props) {
  const { fields } = control.value.content;
  const [open, setOpen] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const { inspector, setGoal } = useFocusGoal();
  const field = fields.find(({ id }) => id === open);

  const add = (type: FieldType) => {
    const added = addField(control.value.content, type, open);
    control.edit(() => added.form);
    setOpen(added.id);
    setAdding(false);
    // The dialog gives the focus back to its button first.
    setTimeout(() => setGoal("field-label"));
  };
  const remove = (id: string) => {
    control.edit((form) => removeField(form, id));
    if (open === id) setOpen(undefined);
  };
  const lead = (id: string | undefined) => {
    setOpen(id);
    setGoal(id === undefined ? "form-title" : "field-label");
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-label={texts.list} className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap gap-2">
          {!readOnly && (
            <Button tone="primary" icon={<CirclePlus aria-hidden />} onClick={() => setAdding(true)}>
              {texts.addField}
            </Button>
          )}
          <Button
            icon={<Settings aria-hidden />}
            aria-pressed={field === undefined}
            onClick={() => lead(undefined)}
          >
            {texts.whole}
          </Button>
        </div>
        {fields.length === 0 ? (
          <EmptyState icon={<FileText />} title={texts.noFields}>
            {texts.noFieldsText}
          </EmptyState>
        ) : (
          <FieldList
            fields={fields}
            problems={control.problems}
            open={open}
            readOnly={readOnly}
            onOpen={lead}
            onMove={(id, to) => control.edit((form) => moveField(form, id, to))}
            onRemove={remove}
          />
        )}
        <Problems control={control} onLead={lead} />
      </section>
      <DraftInspector
        inspector={inspector}
        label={field ? texts.inspector : texts.whole}
        title={field ? titleOf(field) : texts.whole}
        readOnly={readOnly}
      >
        {field ? (
          <FieldInspector
            key={field.id}
            control={control}
            field={field}
            customerFields={customerFields}
            onRenamed={setOpen}
            onCopy={() => {
              const copied = copyField(control.value.content, field.id);
              control.edit(() => copied.form);
              setOpen(copied.id);
            }}
            onRemove={() => remove(field.id)}
          />
        ) : (
          <WholeInspector control={control} />
        )}
      </DraftInspector>
      {isAdding && (
        <ChooseDialog
          title={texts.addFieldTitle}
          search={texts.addFieldSearch}
          none={texts.addFieldNone}
          choices={fieldTypes.map((type) => ({ key: type, label: formsTexts.types[type] }))}
          onClose={() => setAdding(false)}
          onChoose={(type) => add(type as FieldType)}
        />
      )}
    </div>
  );
}

function Problems({
  control: { problems, value },
  onLead,
}: {
  control: FormControl;
  onLead: (id: string | undefined) => void;
}) {
  const nameOf = (id: string) => {
    const field = value.content.fields.find((each) => each.id === id);
    return field ? titleOf(field) : id;
  };
  // A field that is gone has none, until the next save says so.
  const shown = problems.filter(
    ({ field }) => field === undefined || value.content.fields.some(({ id }) => id === field),
  );
  return (
    <DraftProblems
      problems={shown.map(({ field, part, sentence }) => ({
        key: `${field} ${part} ${sentence}`,
        sentence: field === undefined ? sentence : `${nameOf(field)}: ${sentence}`,
        onLead: () => onLead(field),
      }))}
    />
  );
}
