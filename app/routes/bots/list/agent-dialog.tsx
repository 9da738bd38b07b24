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
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import { agentFields, saveAgent, type Agent } from "#workers/contract/endpoints/bots.ts";
import { problemsOf } from "#app/data/problems.ts";

/** Creates or edits an agent. Server errors are shown at their fields, and the input is kept. */
export function AgentDialog({
  agent,
  onClose,
  onSaved,
}: {
  /** The agent to edit; undefined creates a new one. */
  agent: Agent | undefined;
  onClose: () => void;
  onSaved: (agent: Agent) => void;
}) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const form = useFields({ name: agent?.name ?? "", description: agent?.description ?? "" }, (values) =>
    problemsOf(agentFields, values),
  );

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure("");
    try {
      const { payload, message } = await request(saveAgent, {
        body: { ...form.values, id: agent?.id, revision: agent?.revision },
      });
      toast.success(message);
      onSaved(payload);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A name conflict (409) is shown at the name field, where it can be fixed.
      form.refuse(error.status === 409 ? { name: error.message } : error.errors);
      if (error.status !== 409 && Object.keys(error.errors).length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={agent ? texts.editAgent : texts.createNewAgent}
      edited={form.edited}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form="agent-form" busy={busy}>
            {agent ? uiTexts.save : texts.create}
          </Button>
        </>
      }
    >
      <form id="agent-form" onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
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
        <Field label={texts.description} required error={form.errors.description}>
          <Textarea
            value={form.values.description}
            onChange={(event) => form.set("description", event.target.value)}
            onBlur={() => form.values.description && form.leave("description")}
          />
        </Field>
      </form>
    </Dialog>
  );
}
