import { useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError, call, messageOf, request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import {
  automationFileDoors,
  type CheckedFile,
  type importJourneys,
} from "#workers/contract/endpoints/automation-files.ts";
import { entryAddress, shownAnew } from "./door.ts";
import { FolderField } from "./folder-field.tsx";
import { FateBadge, ImportPartRow } from "./import-part.tsx";
import { ImportNotes, ImportReferences } from "#app/features/automation-import/import-references.tsx";
import {
  choicesOf,
  fieldOf,
  type ImportValues,
  missingNames,
  proposedValues,
} from "#app/features/automation-import/import-values.ts";
import { readChosen } from "./read-file.ts";

const FORM = "automation-import";

interface Props {
  kind: AutomationKind;
  folders: readonly string[];
  /** Where one is. */
  folder: string;
  onClose: () => void;
}
type Made = ReplyOf<typeof importJourneys>;

/** Takes a file in: it is looked at first, and what would come of it is shown to be chosen and mapped. */
export function ImportDialog({ kind, folders, folder, onClose }: Props) {
  const words = texts[kind];
  const api = automationFileDoors[kind];
  const [json, setJson] = useState<unknown>();
  const [checked, setChecked] = useState<CheckedFile>();
  const [problem, setProblem] = useState("");
  const [looking, setLooking] = useState(false);
  const [made, setMade] = useState<Made>();
  const latest = useRef<File>(undefined);
  const form = useFields<ImportValues>({ file: "" }, (values) => ({
    ...(problem ? { file: problem } : !checked && !looking && { file: errorsTexts.noFile }),
    ...missingNames(checked, values),
  }));
  const sending = useSend({
    form,
    refused: ({ status }) => {
      // Somebody was faster: the file is weighed anew against what is here now.
      if (status === 409) void look(json, latest.current, { keepChoices: true });
    },
  });
  const look = async (given: unknown, file: File | undefined, { keepChoices = false } = {}) => {
    setLooking(true);
    try {
      const found = await call(api.check, { body: { file: given } });
      if (latest.current !== file) return;
      setChecked(found);
      if (!keepChoices) form.reset({ file: file?.name ?? "", ...proposedValues(found, folder) });
    } catch (error) {
      // Another was chosen meanwhile.
      if (latest.current !== file) return;
      setChecked(undefined);
      setProblem((error instanceof ApiError && error.errors["file"]) || messageOf(error));
    } finally {
      if (latest.current === file) {
        setLooking(false);
        form.leave("file");
      }
    }
  };
  const choose = async (file: File | undefined) => {
    latest.current = file;
    setChecked(undefined);
    setProblem("");
    sending.setFailure("");
    form.reset({ file: file?.name ?? "" });
    if (!file) return;
    const read = await readChosen(file);
    if (latest.current !== file) return;
    setJson(read.json);
    if (read.problem === undefined) return look(read.json, file);
    setProblem(read.problem);
    form.leave("file");
  };
  const save = () => {
    if (!checked) return form.check();
    return sending.send(
      () => request(api.import, { body: { file: json, ...choicesOf(checked, form.values) } }),
      ({ payload }) => {
        setMade(payload);
        void shownAnew(kind);
      },
    );
  };
  const labels = labelsOf(kind, checked);
  return (
    <FormDialog
      {...{ onClose, form, sending, labels }}
      open
      size="lg"
      id={FORM}
      title={words.importTitle}
      description={made ? undefined : words.importText}
      edited={checked !== undefined && made === undefined}
      submit={texts.import}
      onSubmit={save}
      done={made && <Result kind={kind} made={made} />}
    >
      <Field id={`${FORM}-file`} label={texts.file} hint={texts.fileHint} required error={form.errors.file}>
        <TextInput
          autoFocus
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </Field>
      {looking && <p role="status">{uiTexts.working}</p>}
      {checked && <Checked {...{ kind, checked, form, labels, folders }} />}
    </FormDialog>
  );
}

/** Every field's words, for its label and for the list of problems. */
function labelsOf(kind: AutomationKind, checked: CheckedFile | undefined): Record<string, string> {
  const labels: Record<string, string> = { file: texts.file };
  for (const list of ["automations", "forms"] as const) {
    const parts = checked?.[list] ?? [];
    for (const [at, { name }] of parts.entries()) {
      const isOnly = list === "automations" && parts.length === 1;
      labels[fieldOf(list, at, "existing")] = isOnly ? texts.importAs : texts.importAsOf(name);
      labels[fieldOf(list, at, "name")] = isOnly ? texts[kind].name : texts.nameOf(name);
    }
  }
  for (const [at, { name }] of (checked?.references ?? []).entries()) {
    labels[fieldOf("references", at, "to")] = name;
  }
  return labels;
}

function Checked({
  kind,
  checked,
  form,
  labels,
  folders,
}: Pick<Props, "kind" | "folders"> & {
  checked: CheckedFile;
  form: ReturnType<typeof useFields<ImportValues>>;
  labels: Record<string, string>;
}) {
  const { automations, forms, format, notes } = checked;
  const [only] = automations.length === 1 ? automations : [];
  const folder = fieldOf("automations", 0, "folder");
  return (
    <>
      <p role="status" className="text-muted">
        {texts.formats[format]} {texts[kind].inFile(automations.length)}
      </p>
      <ImportNotes notes={notes} />
      <ul className="grid gap-3">
        {automations.map(({ id, steps, otherKind }, at) => (
          <ImportPartRow
            key={id}
            {...{ form, at, checked, labels }}
            formId={FORM}
            list="automations"
            note={`${texts.steps(steps)}${otherKind ? ` ${texts[kind].otherKind}` : ""}`}
          >
            {only && (
              <FolderField
                id={`${FORM}-${folder}`}
                folders={folders}
                form={{ text: () => form.text(folder), errors: { folder: form.errors[folder] ?? "" } }}
              />
            )}
          </ImportPartRow>
        ))}
      </ul>
      {forms.length > 0 && (
        <section className="grid gap-3">
          <h3 className="font-semibold">{texts.forms}</h3>
          <ul className="grid gap-3">
            {forms.map(({ id }, at) => (
              <ImportPartRow key={id} {...{ form, at, checked, labels }} formId={FORM} list="forms" />
            ))}
          </ul>
        </section>
      )}
      <ImportReferences {...{ form, checked, labels }} formId={FORM} />
    </>
  );
}

/** The result of an import, with a link to each thing made. */
function Result({ kind, made: { automations, forms, notes } }: { kind: AutomationKind; made: Made }) {
  const links = [
    ...automations.map((each) => ({ ...each, to: entryAddress(kind, each.id) })),
    ...forms.map((each) => ({ ...each, to: `/designer/forms/${each.id}` })),
  ];
  return (
    <div className="grid gap-4">
      <Banner kind="success" live title={texts.done}>
        {texts.doneText}
      </Banner>
      <ul className="grid gap-2">
        {links.map(({ id, name, state, to }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-2">
            <Link
              to={to}
              state={{ name }}
              className="min-w-0 [overflow-wrap:anywhere] text-accent-ink underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
            <FateBadge fate={state} />
          </li>
        ))}
      </ul>
      <ImportNotes notes={notes} />
    </div>
  );
}
