import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Frame, Note, Size } from "./notes.ts";

const texts = graphEditorTexts.notes;
const NOTE = "graph-note";
const FRAME = "graph-frame";
const idle = { busy: false, failure: "" };

/** The thing being written: a note or a frame, existing or new. */
export type Writing = { kind: "note"; note: Note | undefined } | { kind: "frame"; frame: Frame | undefined };

interface Props {
  writing: Writing;
  onClose: () => void;
  onNote: (note: Note | undefined, text: string) => void;
  onFrame: (frame: Frame | undefined, given: { title: string; size?: Size }) => void;
}

/** Writes a note, or names a frame. */
export function NoteDialog({ writing, onClose, onNote, onFrame }: Props) {
  return writing.kind === "note" ? (
    <NoteForm note={writing.note} onClose={onClose} onSave={(text) => onNote(writing.note, text)} />
  ) : (
    <FrameForm frame={writing.frame} onClose={onClose} onSave={(given) => onFrame(writing.frame, given)} />
  );
}

function NoteForm({
  note,
  onClose,
  onSave,
}: {
  note: Note | undefined;
  onClose: () => void;
  onSave: (text: string) => void;
}) {
  const form = useFields({ text: note?.text ?? "" }, ({ text }) =>
    text.trim() === "" ? { text: texts.empty } : {},
  );
  return (
    <FormDialog
      id={NOTE}
      open
      onClose={onClose}
      title={note ? texts.editNote : texts.addNote}
      form={form}
      labels={{ text: texts.text }}
      sending={idle}
      onSubmit={() => form.check() && onSave(form.values.text)}
    >
      <Field id={`${NOTE}-text`} label={texts.text} hint={texts.textHint} required error={form.errors.text}>
        <Textarea rows={6} maxLength={4_000} autoFocus {...form.text("text")} />
      </Field>
    </FormDialog>
  );
}

const sizeOf = (text: string): number => Math.min(20_000, Math.max(80, Math.round(Number(text)) || 80));

function FrameForm({
  frame,
  onClose,
  onSave,
}: {
  frame: Frame | undefined;
  onClose: () => void;
  onSave: (given: { title: string; size?: Size }) => void;
}) {
  const form = useFields(
    {
      title: frame?.title ?? "",
      width: String(frame?.size.width ?? ""),
      height: String(frame?.size.height ?? ""),
    },
    ({ title }) => (title.trim() === "" ? { title: texts.empty } : {}),
  );
  const { title, width, height } = form.values;
  const save = () =>
    form.check() &&
    onSave({
      title: title.trim(),
      ...(frame && { size: { width: sizeOf(width), height: sizeOf(height) } }),
    });
  return (
    <FormDialog
      id={FRAME}
      open
      size="sm"
      onClose={onClose}
      title={frame ? texts.editFrame : texts.addFrame}
      description={frame ? undefined : texts.frameText}
      form={form}
      labels={{ title: texts.title, width: texts.width, height: texts.height }}
      sending={idle}
      onSubmit={save}
    >
      <Field id={`${FRAME}-title`} label={texts.title} required error={form.errors.title}>
        <TextInput maxLength={100} autoFocus {...form.text("title")} />
      </Field>
      {frame && (
        <div className="grid grid-cols-2 gap-3">
          <Field id={`${FRAME}-width`} label={texts.width}>
            <TextInput inputMode="numeric" {...form.text("width")} />
          </Field>
          <Field id={`${FRAME}-height`} label={texts.height}>
            <TextInput inputMode="numeric" {...form.text("height")} />
          </Field>
        </div>
      )}
    </FormDialog>
  );
}
