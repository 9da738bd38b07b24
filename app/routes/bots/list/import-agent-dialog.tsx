import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { ApiError, upload } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { importExportTexts as texts } from "#texts/import-export.ts";
import { uiTexts } from "#texts/ui.ts";
import { importAgent } from "#workers/contract/endpoints/import-export.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

/** Creates an agent from a file, then lists anything that could not be imported. */
export function ImportAgentDialog({
  open,
  onClose,
  onImported,
}: {
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}) {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState("");
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState("");
  const [made, setMade] = useState<ReplyOf<typeof importAgent>>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (share !== undefined) return;
    if (!file) return setFailure(errorsTexts.noFile);
    setShare(0);
    setFailure("");
    try {
      const { payload } = await upload(importAgent, { body: { name }, files: [file], onProgress: setShare });
      setMade(payload);
      onImported();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setShare(undefined);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.importAgent}
      description={texts.importAgentHint}
      busy={share !== undefined}
      footer={
        made ? (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{uiTexts.cancel}</Button>
            <Button tone="primary" type="submit" form="import-agent" busy={share !== undefined}>
              {texts.doImport}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="grid gap-3">
          <Banner kind="success" live title={texts.imported}>
            {made.name}: {texts.importedCounts(made.stories, made.intents, made.phrases, made.entities)}
          </Banner>
          {made.notes.length > 0 && (
            <div>
              <h3 className="mb-1 font-semibold">{texts.importNotes}</h3>
              <ul className="grid max-h-60 gap-1 overflow-y-auto text-[0.8125rem]">
                {made.notes.map((note) => (
                  <li key={note} className="break-words">
                    {note}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Link to={`/bots/${made.agentId}`} className="text-accent-ink underline underline-offset-2">
            {texts.openAgent}
          </Link>
        </div>
      ) : (
        <form id="import-agent" onSubmit={(event) => void send(event)} noValidate className="grid gap-4">
          <Field label={texts.chosenFile} required error={failure}>
            <TextInput
              type="file"
              accept=".json,.zip,.yml,.yaml"
              onChange={(event) => {
                setFile(event.target.files?.[0]);
                setFailure("");
              }}
            />
          </Field>
          <Field label={texts.nameOfAgent}>
            <TextInput value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          </Field>
          {share !== undefined && <Progress label={texts.importing} value={share} />}
        </form>
      )}
    </Dialog>
  );
}
