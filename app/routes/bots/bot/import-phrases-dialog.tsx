import { useState } from "react";
import { upload } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useFileForm } from "#app/kit/use-file-form.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { importExportTexts as texts } from "#texts/import-export.ts";
import { importPhrases } from "#workers/contract/endpoints/import-export.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

const FORM = "import-phrases";
const labels = { files: texts.chosenFile };

/** Imports phrases from a CSV file, after a dry run that checks and counts them. */
export function ImportPhrasesDialog({
  agentId,
  open,
  onClose,
  onImported,
}: {
  agentId: string;
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}) {
  const [checked, setChecked] = useState<ReplyOf<typeof importPhrases>>();
  const { form, sending } = useFileForm({});
  const run = (dryRun: boolean) =>
    upload(importPhrases, { params: { id: agentId }, body: { dryRun }, files: form.values.files });
  const send = () =>
    checked
      ? sending.send(() => run(false), onImported)
      : sending.send(async () => (await run(true)).payload, setChecked);
  return (
    <FormDialog
      {...{ open, onClose, form, labels, sending }}
      id={FORM}
      title={texts.importPhrases}
      description={texts.importPhrasesHint}
      edited={false}
      submit={checked ? texts.importChecked : texts.check}
      submitDisabledReason={checked?.added === 0 ? texts.nothingNew : undefined}
      onSubmit={send}
    >
      <Field id={`${FORM}-files`} label={texts.chosenFile} required error={form.errors.files}>
        <TextInput
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            form.set("files", [...(event.target.files ?? [])]);
            setChecked(undefined);
          }}
        />
      </Field>
      {checked && (
        <div aria-live="polite" className="grid gap-2">
          <p>{texts.dryRun(checked.added, checked.known, checked.newIntents)}</p>
          {checked.wrong.length > 0 && (
            <Banner kind="warning" title={texts.wrongLines(checked.wrong.length)}>
              <ul className="max-h-48 overflow-y-auto">
                {checked.wrong.slice(0, 100).map(({ line, reason }) => (
                  <li key={line}>{texts.wrongLine(line, reason)}</li>
                ))}
              </ul>
            </Banner>
          )}
        </div>
      )}
    </FormDialog>
  );
}
