import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { invalidate } from "#app/data/query.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { dashboardsTexts } from "#texts/dashboards.ts";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { dashboardNames } from "#workers/contract/dashboards.ts";
import {
  createOwnDashboard,
  type DashboardInList,
  listOwnDashboards,
  newDashboard,
} from "#workers/contract/endpoints/own-dashboards.ts";
import { DASHBOARDS } from "#workers/contract/own-dashboards.ts";
import { CONFIG } from "./dashboard-draft.ts";

/** Names a dashboard, chooses what it begins as, and opens it. */
export function NewDashboardDialog({
  dashboards,
  onClose,
}: {
  dashboards: readonly DashboardInList[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useFields({ name: "", copyOf: "messages" }, (values) => problemsOf(newDashboard, values));
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () => request(createOwnDashboard, { body: form.values }),
      ({ payload }) => {
        void invalidate(listOwnDashboards);
        onClose();
        return navigate(`${CONFIG}/${payload.id}`);
      },
    );
  return (
    <FormDialog
      id="new-dashboard"
      open
      title={texts.newTitle}
      description={texts.newText}
      form={form}
      labels={{ name: texts.name, copyOf: texts.copyOf }}
      sending={sending}
      submit={texts.create}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field id="new-dashboard-name" label={texts.name} required error={form.errors.name}>
        <TextInput maxLength={DASHBOARDS.name} {...form.text("name")} />
      </Field>
      <Field id="new-dashboard-copyOf" label={texts.copyOf} error={form.errors.copyOf}>
        <Select
          value={form.values.copyOf}
          options={[
            { value: "", label: texts.empty },
            ...dashboardNames.map((value) => ({
              value,
              label: texts.copyOfOwn(dashboardsTexts.names[value]),
            })),
            ...dashboards.map(({ id, name }) => ({ value: id, label: texts.copyOfOwn(name) })),
          ]}
          onChange={(copyOf) => form.set("copyOf", copyOf)}
        />
      </Field>
    </FormDialog>
  );
}
