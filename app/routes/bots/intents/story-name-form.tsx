import { type FormEvent, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { storyFields } from "#workers/contract/endpoints/stories.ts";
import { problemsOf } from "#app/data/problems.ts";

/** A name field: Enter saves, Escape cancels. */
export function StoryNameForm({
  label,
  value = "",
  onSave,
  onClose,
}: {
  label: string;
  value?: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState(value);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problem = problemsOf(storyFields, { name })["name"];
    if (problem || busy) return setError(problem ?? "");
    setBusy(true);
    try {
      await onSave(name);
    } catch (refused) {
      setError(refused instanceof ApiError ? refused.message : errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => void save(event)}
      noValidate
      className="mb-2 grid gap-2 rounded-md bg-sunken p-2"
    >
      <Field label={label} error={error}>
        <TextInput
          autoFocus
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setError("");
          }}
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
