import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { invalidate } from "#app/data/query.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import {
  dashboardFields,
  type DashboardInList,
  getOwnDashboard,
  listOwnDashboards,
  updateOwnDashboard,
} from "#workers/contract/endpoints/own-dashboards.ts";
import { DASHBOARDS } from "#workers/contract/own-dashboards.ts";

/** Gives a dashboard another name. */
export function RenameDialog({
  dashboard: { id, name, revision },
  onClose,
}: {
  dashboard: DashboardInList;
  onClose: () => void;
}) {
  const form = useFields({ name }, (values) => problemsOf(dashboardFields, values));
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () => request(updateOwnDashboard, { params: { id }, body: { name: form.values.name, revision } }),
      () => {
        void invalidate(listOwnDashboards);
        void invalidate(getOwnDashboard, { params: { id } });
        onClose();
      },
    );
  return (
    <FormDialog
      id="rename-dashboard"
      open
      title={texts.renameOf(name)}
      form={form}
      labels={{ name: texts.name }}
      sending={sending}
      submit={texts.rename}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field id="rename-dashboard-name" label={texts.name} required error={form.errors.name}>
        <TextInput maxLength={DASHBOARDS.name} {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}
