import { request } from "#app/data/api.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { automationCasesTexts } from "#texts/automation-cases.ts";
import { automationTryTexts } from "#texts/automation-try.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { CASES, type TestCase } from "#workers/contract/automation/test-case.ts";
import { type CaseEntry, caseDoors } from "#workers/contract/endpoints/automation-cases.ts";

const texts = automationTryTexts.cases;
const FORM = "test-case";

/** Names a test that has been played, or one that is kept already. */
export function CaseDialog({
  automation: { id, kind },
  changed,
  content,
  onClose,
  onSaved,
}: {
  automation: { id: string; kind: AutomationKind };
  /** The case that is named anew; undefined for a new one. */
  changed: CaseEntry | undefined;
  content: TestCase | undefined;
  onClose: () => void;
  onSaved: () => void;
}) {
  const door = caseDoors[kind];
  const form = useFields({ name: changed?.name ?? "" }, ({ name }) =>
    name.trim() === "" ? { name: automationCasesTexts.nameEmpty } : {},
  );
  const sending = useSend({ form });
  const { name } = form.values;
  const save = async () => {
    const body = { name };
    if (changed) {
      const params = { id, caseId: changed.id };
      return request(door.change, { params, body: { ...body, revision: changed.revision } });
    }
    // The button isn't there without a test.
    if (!content) throw new Error("no test to keep");
    return request(door.save, { params: { id }, body: { ...body, content } });
  };
  return (
    <FormDialog
      id={FORM}
      open
      size="sm"
      onClose={onClose}
      title={changed ? texts.renameTitle : texts.save}
      description={changed ? undefined : texts.saveText}
      form={form}
      labels={{ name: texts.name }}
      sending={sending}
      onSubmit={() =>
        sending.send(save, () => {
          onSaved();
          onClose();
        })
      }
    >
      <Field id={`${FORM}-name`} label={texts.name} required error={form.errors.name}>
        <TextInput maxLength={CASES.name} autoFocus {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}
