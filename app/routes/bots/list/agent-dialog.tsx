import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { agentFields, saveAgent, type Agent } from "#workers/contract/endpoints/bots.ts";

const FORM = "agent";
const labels = { name: texts.name, description: texts.description };

/** Creates a bot with a first story, or edits one. Server errors are shown at their fields, and the input is kept. */
export function AgentDialog({
  agent,
  onClose,
  onSaved,
}: {
  /** The bot to edit; undefined creates a new one. */
  agent: Agent | undefined;
  onClose: () => void;
  onSaved: (agent: ReplyOf<typeof saveAgent>) => void;
}) {
  const form = useFields({ name: agent?.name ?? "", description: agent?.description ?? "" }, (values) =>
    problemsOf(agentFields, values),
  );
  const sending = useSend({
    form,
    refused: ({ status, message }) => {
      // A conflict is shown at the name, where it can be fixed.
      if (status === 409) form.refuse({ name: message });
      return status === 409;
    },
  });
  const save = () =>
    sending.send(
      () =>
        request(saveAgent, {
          body: agent
            ? { ...form.values, id: agent.id, revision: agent.revision }
            : { ...form.values, firstStory: texts.firstStory },
        }),
      ({ payload }) => onSaved(payload),
    );

  return (
    <FormDialog
      {...{ onClose, form, labels, sending }}
      open
      id={FORM}
      title={agent ? texts.editAgent : texts.createNewAgent}
      submit={agent ? uiTexts.save : texts.create}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={texts.name} required error={form.errors.name}>
        <TextInput autoFocus {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-description`} label={texts.description} required error={form.errors.description}>
        <Textarea {...form.text("description")} />
      </Field>
    </FormDialog>
  );
}
