import { useState } from "react";
import { Link } from "react-router";
import { upload } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useFileForm } from "#app/kit/use-file-form.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { botsTexts } from "#texts/bots.ts";
import { importExportTexts as texts } from "#texts/import-export.ts";
import { importAgent } from "#workers/contract/endpoints/import-export.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

const FORM = "import-agent";
const labels = { files: texts.chosenFile, name: texts.nameOfAgent };

/** Creates a bot from a file, then lists anything that could not be imported. */
export function ImportAgentDialog({
  open,
  onClose,
  onImported,
}: {
  open: boolean;
  onClose: () => void;
  onImported: () => void;
}) {
  const [share, setShare] = useState(0);
  const [made, setMade] = useState<ReplyOf<typeof importAgent>>();
  const { form, sending } = useFileForm({ name: "" });
  const send = () => {
    const { files, name } = form.values;
    setShare(0);
    return sending.send(
      async () => (await upload(importAgent, { body: { name }, files, onProgress: setShare })).payload,
      (agent) => {
        setMade(agent);
        onImported();
      },
    );
  };
  return (
    <FormDialog
      {...{ open, onClose, form, labels, sending }}
      id={FORM}
      title={botsTexts.importAgent}
      description={texts.importAgentHint}
      edited={false}
      submit={texts.doImport}
      onSubmit={send}
      done={made && <Made agent={made} />}
    >
      <Field id={`${FORM}-files`} label={texts.chosenFile} required error={form.errors.files}>
        <TextInput
          type="file"
          accept=".json,.zip,.yml,.yaml"
          onChange={(event) => form.set("files", [...(event.target.files ?? [])])}
        />
      </Field>
      <Field id={`${FORM}-name`} label={texts.nameOfAgent} error={form.errors.name}>
        <TextInput maxLength={100} {...form.text("name")} />
      </Field>
      {sending.busy && <Progress label={texts.importing} value={share} />}
    </FormDialog>
  );
}

function Made({ agent }: { agent: ReplyOf<typeof importAgent> }) {
  return (
    <div className="grid gap-3">
      <Banner kind="success" live title={texts.imported}>
        {agent.name}: {texts.importedCounts(agent.stories, agent.intents, agent.phrases, agent.entities)}
      </Banner>
      {agent.notes.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">{texts.importNotes}</h3>
          <ul className="grid max-h-60 gap-1 overflow-y-auto text-[0.8125rem]">
            {agent.notes.map((note) => (
              <li key={note} className="break-words">
                {note}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Link to={`/bots/${agent.agentId}`} className="text-accent-ink underline underline-offset-2">
        {texts.openAgent}
      </Link>
    </div>
  );
}
