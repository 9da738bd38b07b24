import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { createOnboarding, listOnboardings } from "#workers/contract/endpoints/onboarding.ts";
import { DepartmentField } from "#app/features/link-fields/link-fields.tsx";
import { ONBOARDING } from "./address.ts";

const FORM = "onboarding";

/** Asks what the channel will be called, and leads to its steps. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [department, setDepartment] = useState<{ id: string; name: string } | null>(null);
  const form = useFields({ name: "", deptId: "" }, ({ name }) => ({
    ...(name.trim() === "" && { name: texts.nameEmpty }),
  }));
  const sending = useSend({ form });
  const save = () =>
    sending.send(
      () => request(createOnboarding, { body: form.values }),
      async ({ payload }) => {
        void invalidate(listOnboardings);
        await navigate(`${ONBOARDING}/${payload.id}`);
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size="sm"
      title={texts.newTitle}
      labels={{ name: texts.name, deptId: texts.department }}
      submit={texts.start}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={texts.name} hint={texts.nameHint} required error={form.errors.name}>
        <TextInput autoFocus maxLength={100} {...form.text("name")} />
      </Field>
      <DepartmentField
        id={`${FORM}-deptId`}
        chosen={department}
        error={form.errors.deptId}
        onChange={(next) => {
          setDepartment(next);
          form.set("deptId", next?.id ?? "");
        }}
      />
    </FormDialog>
  );
}
