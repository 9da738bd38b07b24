import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { webhooksOutTexts as texts } from "#texts/webhooks-out.ts";
import { listDeliveries, replayFailed } from "#workers/contract/endpoints/webhooks-out.ts";

const HOUR_MS = 3_600_000;
const CHOICES = Object.entries(texts.sinceChoices)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => Number(one.value) - Number(other.value));

/** Sends again what failed since a time. */
export function ReplayDialog({ hookId, onClose }: { hookId: string; onClose: () => void }) {
  const form = useFields({ hours: "24" }, () => ({}));
  const sending = useSend({ form });
  const submit = () => {
    const since = new Date(Date.now() - Number(form.values.hours) * HOUR_MS).toISOString();
    return sending.send(
      () => request(replayFailed, { params: { id: hookId }, body: { since } }),
      () => {
        void invalidate(listDeliveries);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      id="replay"
      open
      size="sm"
      title={texts.replayAll}
      form={form}
      labels={{ hours: texts.replaySince }}
      sending={sending}
      edited={false}
      submit={texts.replay}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={texts.replaySince} id="replay-hours">
        <Select value={form.values.hours} options={CHOICES} onChange={(hours) => form.set("hours", hours)} />
      </Field>
    </FormDialog>
  );
}
