import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { type Chosen, ColleaguePicker } from "#app/features/colleagues/colleague-picker.tsx";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { departmentsTexts as texts } from "#texts/departments.ts";
import { problemsOf } from "#app/data/problems.ts";
import {
  createDepartment,
  type Department,
  departmentFields,
  getDepartment,
  listDepartments,
  updateDepartment,
} from "#workers/contract/endpoints/departments.ts";

const FORM = "department";
const labels = { name: texts.name, desc: texts.description };

/** Creates or changes a department. A taken name is reported at the name, and the input is kept. */
export function DepartmentDialog({
  open,
  department,
  onClose,
}: {
  open: boolean;
  department: Department | undefined;
  onClose: () => void;
}) {
  const [manager, setManager] = useState<Chosen>(department?.manager ?? null);
  const form = useFields({ name: department?.name ?? "", desc: department?.desc ?? "" }, (values) =>
    problemsOf(departmentFields, values),
  );
  const sending = useSend({
    form,
    refused: ({ status, errors, message }) => {
      const taken = status === 409 && !errors["revision"];
      if (taken) form.refuse({ name: message });
      return taken;
    },
  });
  const save = () => {
    const body = { ...form.values, manager: manager?.uId ?? "" };
    return sending.send(
      () =>
        department
          ? request(updateDepartment, {
              params: { id: department.id },
              body: { ...body, revision: department.revision },
            })
          : request(createDepartment, { body }),
      ({ payload }) => {
        show(payload);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      {...{ open, onClose, form, labels, sending }}
      id={FORM}
      title={department ? texts.editTitle : texts.add}
      edited={form.edited || manager?.uId !== department?.manager?.uId}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={labels.name} required error={form.errors.name}>
        <TextInput autoFocus {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-desc`} label={labels.desc} error={form.errors.desc}>
        <Textarea {...form.text("desc")} />
      </Field>
      <Field label={texts.manager} hint={texts.managerHint}>
        <ColleaguePicker chosen={manager} onChange={setManager} nobody={texts.noManager} />
      </Field>
    </FormDialog>
  );
}

/** Puts what was saved into the lists that are known: a changed one in its place, a new one among the names. */
function show(saved: Department): void {
  put(getDepartment, { params: { id: saved.id } }, saved);
  let moves = false;
  patch(listDepartments, undefined, (now, { query }) => {
    const { departments, more } = now;
    const there = departments.some(({ id }) => id === saved.id);
    const fits = saved.name.toLowerCase().includes((query?.name ?? "").toLowerCase());
    if (!there && (more || query?.from)) moves = true;
    if (!there && (!fits || moves)) return now;
    const others = departments.filter(({ id }) => id !== saved.id);
    return { ...now, departments: [...others, saved].toSorted((a, b) => a.name.localeCompare(b.name)) };
  });
  // It may belong on any of several pages.
  if (moves) void invalidate(listDepartments);
}
