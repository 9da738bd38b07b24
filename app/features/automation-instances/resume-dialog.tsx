import { request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { type AutomationInstance, instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";

const HOURS = [1, 6, 12, 24, 48, 168] as const;

/** Resumes a journey or an encap on a channel; asks what becomes of what fell due while it was paused. */
export function ResumeDialog({
  kind,
  id,
  instance: { id: instanceId },
  channel,
  onResumed,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  instance: AutomationInstance;
  channel: string;
  onResumed: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useFields<{ due: "now" | "skip"; hours: string }>({ due: "now", hours: "24" }, () => ({}));
  const sending = useSend({ form });
  const { due, hours } = form.values;
  const resume = () =>
    sending.send(
      () =>
        request(instanceDoors[kind].move, {
          params: { id, instanceId },
          body: { action: "resume", ...(due === "skip" && { skipOlder: Number(hours) * 60 }) },
        }),
      async () => {
        await onResumed();
        onClose();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id="resume"
      size="sm"
      title={texts.resumeTitle(channel)}
      description={texts.resumeText}
      labels={{ due: texts.due, hours: texts.olderThan }}
      edited={false}
      submit={texts.resume}
      onSubmit={resume}
    >
      <RadioGroup
        legend={texts.due}
        value={due}
        choices={[
          { value: "now", label: texts.dueNow, hint: texts.dueNowHint },
          { value: "skip", label: texts.skipOld, hint: texts.skipOldHint },
        ]}
        onChange={(chosen) => form.set("due", chosen)}
      />
      {due === "skip" && (
        <Field id="resume-hours" label={texts.olderThan}>
          <Select
            value={hours}
            options={HOURS.map((count) => ({ value: String(count), label: texts.hours(count) }))}
            onChange={(chosen) => form.set("hours", chosen)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
