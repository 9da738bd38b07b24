import { Markdown } from "#app/components/markdown.tsx";
import { RowActions } from "#app/components/ui/row-actions.tsx";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { Writing } from "./note-dialog.tsx";
import { stepsIn } from "./notes.ts";

const texts = graphEditorTexts.notes;
const briefly = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The notes and frames of a drawing, for whoever reads its steps as a list. */
export function NotesList({
  graph,
  labelOf,
  readOnly,
  onWrite,
  onRemove,
}: {
  graph: Graph;
  /** A step with its number. */
  labelOf: (nodeId: string) => string;
  readOnly: boolean;
  onWrite: (writing: Writing) => void;
  onRemove: (of: { kind: "note" | "frame"; id: string }) => void;
}) {
  const { notes, frames } = graph;
  if (notes.length + frames.length === 0) return null;
  return (
    <section aria-labelledby="graph-notes" className="mt-5 grid gap-2">
      <h2 id="graph-notes" className="font-semibold">
        {texts.heading}
      </h2>
      <ul className="grid gap-1.5">
        {notes.map((note) => (
          <li
            key={note.id}
            className="flex items-start gap-2 rounded-md border border-line bg-sunken px-3 py-2"
          >
            <div className="min-w-0 flex-1 text-[0.8125rem] [overflow-wrap:anywhere]">
              <Markdown text={note.text} />
            </div>
            {!readOnly && (
              <RowActions
                edit={{
                  label: texts.editOf(briefly(note.text)),
                  onClick: () => onWrite({ kind: "note", note }),
                }}
                remove={{
                  label: texts.removeOf(briefly(note.text)),
                  onClick: () => onRemove({ kind: "note", id: note.id }),
                }}
              />
            )}
          </li>
        ))}
        {frames.map((frame) => (
          <li key={frame.id} className="flex items-start gap-2 rounded-md border border-line px-3 py-2">
            <div className="min-w-0 flex-1 text-[0.8125rem] [overflow-wrap:anywhere]">
              <p className="font-medium">{texts.frame(frame.title)}</p>
              <p className="text-muted">
                {stepsIn(graph, frame).map(labelOf).join("; ") || texts.emptyFrame}
              </p>
            </div>
            {!readOnly && (
              <RowActions
                edit={{
                  label: texts.editOf(frame.title),
                  onClick: () => onWrite({ kind: "frame", frame }),
                }}
                remove={{
                  label: texts.removeOf(frame.title),
                  onClick: () => onRemove({ kind: "frame", id: frame.id }),
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
