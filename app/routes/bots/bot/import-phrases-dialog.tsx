import { type FormEvent, useState } from "react";
import { ApiError, upload } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { importExportTexts as texts } from "#texts/import-export.ts";
import { uiTexts } from "#texts/ui.ts";
import { importPhrases } from "#workers/contract/endpoints/import-export.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

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
  const toast = useToast();
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<ReplyOf<typeof importPhrases>>();
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!file) return setFailure(errorsTexts.noFile);
    setBusy(true);
    setFailure("");
    try {
      const { payload, message } = await upload(importPhrases, {
        params: { id: agentId },
        body: { dryRun: checked === undefined },
        files: [file],
      });
      if (checked === undefined) return setChecked(payload);
      toast.success(message);
      onImported();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.importPhrases}
      description={texts.importPhrasesHint}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            tone="primary"
            type="submit"
            form="import-phrases"
            busy={busy}
            disabled={checked?.added === 0}
          >
            {checked ? texts.importChecked : texts.check}
          </Button>
        </>
      }
    >
      <form id="import-phrases" onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
        <Field label={texts.chosenFile} required error={failure}>
          <TextInput
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              setChecked(undefined);
              setFailure("");
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
      </form>
    </Dialog>
  );
}
