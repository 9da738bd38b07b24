import { useNavigate } from "react-router";
import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useCommand } from "#app/kit/use-command.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import { cloneActivity, type ListedActivity } from "#workers/contract/endpoints/activities.ts";
import { type Campaign, cloneCampaign, listCampaigns } from "#workers/contract/endpoints/campaigns.ts";
import { activityAddress } from "#app/features/broadcasts/addresses.ts";
import { campaignAddress } from "./addresses.ts";
import { isOver } from "./is-over.ts";
import { shownAnew } from "./shown-anew.ts";

const FORM = "clone";
const texts = campaignScreensTexts;
const labels = { name: campaignDialogTexts.fields.name, campaignId: texts.activity.cloneInto };
/** So many campaigns are offered, the newest first. */
const OFFERED = 200;

type Cloned =
  | { campaign: Pick<Campaign, "id" | "name">; activity?: undefined }
  | { activity: Pick<ListedActivity, "id" | "name" | "campaignId">; campaign?: undefined };

/** Names a copy of a campaign or of an activity, and opens it: it is made to be changed. */
export function CloneDialog({ campaign, activity, onClose }: Cloned & { onClose: () => void }) {
  const navigate = useNavigate();
  const { id, name } = campaign ?? activity;
  const form = useFields({ name: texts.campaign.copyOf(name), campaignId: "" }, (values) =>
    values.name.trim() === "" ? { name: campaignDialogTexts.nameMissing } : {},
  );
  const sending = useSend({ form });
  const command = useCommand();
  const save = () =>
    sending.send(
      async () => {
        const params = { id };
        const commandId = command(form.values);
        if (!activity) {
          const made = await request(cloneCampaign, { params, body: { name: form.values.name, commandId } });
          return { ...made, to: campaignAddress(made.payload.id) };
        }
        const made = await request(cloneActivity, { params, body: { ...form.values, commandId } });
        return { ...made, to: activityAddress(made.payload.id) };
      },
      async ({ to }) => {
        onClose();
        await navigate(to);
        void shownAnew();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, labels, sending }}
      open
      id={FORM}
      title={activity ? texts.activity.cloneTitle : texts.campaign.cloneTitle}
      description={activity ? texts.activity.cloneText : texts.campaign.cloneText}
      submit={texts.clone}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={labels.name} required error={form.errors.name}>
        <TextInput autoFocus maxLength={100} {...form.text("name")} />
      </Field>
      {activity && (
        <Into
          own={activity.campaignId}
          value={form.values.campaignId}
          error={form.errors.campaignId}
          onChange={(to) => form.set("campaignId", to)}
        />
      )}
    </FormDialog>
  );
}

/** The campaign of the copy: the same, or one that is not over. */
function Into({
  own,
  value,
  error,
  onChange,
}: {
  own: string;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const { answer } = useQueryOf(listCampaigns, { query: { perPage: OFFERED } });
  const others = (answer?.campaigns ?? []).filter(({ id, state }) => id !== own && !isOver({ state }));
  return (
    <Field id={`${FORM}-campaignId`} label={labels.campaignId} error={error}>
      <Select
        value={value}
        options={[
          { value: "", label: texts.activity.sameCampaign },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChange}
      />
    </Field>
  );
}
