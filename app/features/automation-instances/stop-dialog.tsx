import { request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import { type AutomationInstance, instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";

/** Stops a journey or an encap on a channel; asks what becomes of the people who are in it. */
export function StopDialog({
  kind,
  id,
  instance: { id: instanceId, openRuns },
  channel,
  onStopped,
  onClose,
}: {
  kind: AutomationKind;
  id: string;
  instance: AutomationInstance;
  channel: string;
  onStopped: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useFields<{ people: "finish" | "end" }>({ people: "finish" }, () => ({}));
  const sending = useSend({ form });
  const stop = () =>
    sending.send(
      () =>
        request(instanceDoors[kind].move, {
          params: { id, instanceId },
          body: { action: "stop", letFinish: form.values.people === "finish" },
        }),
      async () => {
        await onStopped();
        onClose();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id="stop"
      size="sm"
      role="alertdialog"
      title={texts.stopTitle(channel)}
      description={texts.stopText}
      labels={{ people: texts.whatOf }}
      edited={false}
      submit={texts.stop}
      tone="danger"
      onSubmit={stop}
    >
      {openRuns > 0 && (
        <RadioGroup
          legend={texts.whatOf}
          value={form.values.people}
          choices={[
            { value: "finish", label: texts.letFinish(openRuns) },
            { value: "end", label: texts.endNow },
          ]}
          onChange={(people) => form.set("people", people)}
        />
      )}
    </FormDialog>
  );
}
