import { type FormEvent, useState } from "react";
import { ApiError, request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { problemsOf } from "#app/data/problems.ts";
import {
  createDepartment,
  type Department,
  departmentFields,
  updateDepartment,
} from "#workers/contract/endpoints/departments.ts";
import { type Chosen, ColleaguePicker } from "./colleague-picker.tsx";

const FORM = "department-form";

/** Creates or changes a department. A taken name is reported at the name, and the input is kept. */
export function DepartmentDialog({
  open,
  department,
  onClose,
  onSaved,
}: {
  open: boolean;
  department: Department | undefined;
  onClose: () => void;
  onSaved: () => void;
}) {
  const toast = useToast();
  const [manager, setManager] = useState<Chosen>(department?.manager ?? null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const form = useFields({ name: department?.name ?? "", desc: department?.desc ?? "" }, (values) =>
    problemsOf(departmentFields, values),
  );
  const edited = form.edited || manager?.uId !== department?.manager?.uId;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure("");
    const body = { ...form.values, manager: manager?.uId ?? "" };
    try {
      const { message } = department
        ? await request(updateDepartment, {
            params: { id: department.id },
            body: { ...body, revision: department.revision },
          })
        : await request(createDepartment, { body });
      toast.success(message);
      onSaved();
    } catch (error) {
      const refused = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      if (refused.status === 409 && !refused.errors["revision"]) form.refuse({ name: refused.message });
      else if (refused.errors["name"] || refused.errors["desc"]) form.refuse(refused.errors);
      else setFailure(refused.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      edited={edited}
      title={department ? texts.editTitle : texts.add}
      footer={
        <>
          <Button onClick={() => !busy && onClose()}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form={FORM} busy={busy}>
            {uiTexts.save}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        <Field label={texts.name} required error={form.errors.name}>
          <TextInput
            autoFocus
            value={form.values.name}
            onChange={(event) => form.set("name", event.target.value)}
            onBlur={() => form.values.name && form.leave("name")}
          />
        </Field>
        <Field label={texts.description} error={form.errors.desc}>
          <Textarea
            value={form.values.desc}
            onChange={(event) => form.set("desc", event.target.value)}
            onBlur={() => form.leave("desc")}
          />
        </Field>
        <Field label={texts.manager} hint={texts.managerHint}>
          <ColleaguePicker chosen={manager} onChange={setManager} />
        </Field>
      </form>
    </Dialog>
  );
}
