import type { FormEvent } from "react";
import { request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { uiTexts } from "#texts/ui.ts";
import { saveStory, type Story, storyFields } from "#workers/contract/endpoints/stories.ts";

/** A name field: Enter saves, Escape cancels. */
export function StoryNameForm({
  agentId,
  id,
  label,
  value = "",
  onSaved,
  onClose,
}: {
  agentId: string;
  /** Undefined for a new story. */
  id?: string;
  label: string;
  value?: string;
  onSaved: (story: Story) => void;
  onClose: () => void;
}) {
  const form = useFields({ name: value }, (values) => problemsOf(storyFields, values));
  const { busy, failure, send } = useSend({ form });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void send(
      () => request(saveStory, { body: { agentId, name: form.values.name, id } }),
      ({ payload }) => onSaved(payload),
    );
  };

  return (
    <form onSubmit={save} noValidate className="mb-2 grid gap-2 rounded-md bg-sunken p-2">
      <Field label={label} error={form.errors.name ?? failure}>
        <TextInput
          autoFocus
          value={form.values.name}
          onChange={(event) => form.set("name", event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && onClose()}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button size="sm" tone="primary" type="submit" busy={busy}>
          {uiTexts.save}
        </Button>
      </div>
    </form>
  );
}
