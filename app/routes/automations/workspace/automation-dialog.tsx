import { useNavigate } from "react-router";
import { call, request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { type SampleId, sampleOf, samples } from "#app/features/automation-samples/samples.ts";
import { automationWorkspaceTexts as texts } from "#texts/automation-workspace.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import {
  AUTOMATION,
  automationDoors,
  type AutomationEntry,
} from "#workers/contract/endpoints/automations.ts";
import { designerAddress, shownAnew } from "./door.ts";
import { FolderField } from "./folder-field.tsx";

export type Begin = "blank" | SampleId;
export type Editing =
  | { mode: "create"; begin: Begin; name: string; folder: string }
  | { mode: "copy"; of: AutomationEntry; name: string }
  | { mode: "edit"; of: AutomationEntry };

const FORM = "automation";
const BEGINNINGS = [
  { value: "blank" as const, label: texts.blank, hint: texts.blankText },
  ...samples.map(({ id, title, text }) => ({ value: id, label: title, hint: text })),
];

interface Props {
  kind: AutomationKind;
  editing: Editing;
  folders: readonly string[];
  onClose: () => void;
}

/** Names a new one, a copy, or anew; what was made is opened, since it is made to be drawn. */
export function AutomationDialog({ kind, editing, folders, onClose }: Props) {
  const api = automationDoors[kind];
  const words = texts[kind];
  const navigate = useNavigate();
  const { mode } = editing;
  const form = useFields(
    {
      begin: (mode === "create" ? editing.begin : "blank") as Begin,
      name: mode === "edit" ? editing.of.name : editing.name,
      folder: mode === "create" ? editing.folder : editing.of.folder,
    },
    ({ name }) => (name.trim() === "" ? { name: texts.nameEmpty } : {}),
  );
  const sending = useSend({
    form,
    refused: ({ status, errors, message }) => {
      // Somebody else was faster: the list gets theirs, and what was typed stays.
      if (errors["revision"]) void shownAnew(kind);
      const isTaken = status === 409 && !errors["revision"];
      if (isTaken) form.refuse({ name: message });
      return isTaken;
    },
  });
  const { name, folder, begin } = form.values;
  const graphOf = async (): Promise<Graph | undefined> => {
    if (mode === "copy") return (await call(api.draft, { params: { id: editing.of.id } })).graph;
    return begin === "blank" ? undefined : sampleOf(begin, kind);
  };
  const save = () => {
    if (mode !== "edit") {
      return sending.send(
        async () => {
          const graph = await graphOf();
          const casesOf = mode === "copy" ? { casesOf: editing.of.id } : {};
          return request(api.create, { body: { name, folder, ...(graph && { graph }), ...casesOf } });
        },
        async ({ payload: made }) => {
          onClose();
          await navigate(designerAddress(kind, made.id), { state: { name: made.name } });
          void shownAnew(kind);
        },
      );
    }
    const { id, state, revision } = editing.of;
    return sending.send(
      () =>
        request(api.change, {
          params: { id },
          body: { name, folder, revision, archived: state === "archived" },
        }),
      async () => {
        await shownAnew(kind);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      labels={{ name: words.name, folder: texts.folder, begin: texts.begin }}
      {...titleOf(editing, kind)}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={words.name} required error={form.errors.name}>
        <TextInput autoFocus dir="auto" maxLength={AUTOMATION.name} {...form.text("name")} />
      </Field>
      <FolderField id={`${FORM}-folder`} folders={folders} form={form} />
      {mode === "create" && (
        <RadioGroup
          legend={texts.begin}
          value={begin}
          choices={BEGINNINGS}
          onChange={(next) => form.set("begin", next)}
        />
      )}
    </FormDialog>
  );
}

function titleOf(editing: Editing, kind: AutomationKind) {
  const words = texts[kind];
  if (editing.mode === "create") return { title: words.create, submit: texts.submit };
  if (editing.mode === "edit") return { title: words.editTitle(editing.of.name) };
  return { title: words.copyTitle(editing.of.name), description: words.copyText, submit: texts.duplicate };
}
