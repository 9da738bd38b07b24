import { useId } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { AUTOMATION } from "#workers/contract/endpoints/automations.ts";
import type { Fields } from "#app/components/ui/use-fields.ts";

/** The folder, by its name: those that there are are offered, another is a new one. */
export function FolderField({
  id,
  folders,
  form,
}: {
  id: string;
  folders: readonly string[];
  form: Pick<Fields<{ folder: string }>, "text" | "errors">;
}) {
  const list = useId();
  return (
    <Field id={id} label={texts.folder} hint={texts.folderHint} error={form.errors.folder}>
      <TextInput list={list} autoComplete="off" maxLength={AUTOMATION.folder} {...form.text("folder")} />
      <datalist id={list}>
        {folders.map((folder) => (
          <option key={folder}>{folder}</option>
        ))}
      </datalist>
    </Field>
  );
}
