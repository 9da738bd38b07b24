import { EllipsisVertical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { NoteDialog, type Writing } from "./note-dialog.tsx";
import { NotesList } from "./notes-list.tsx";
import { removeFrame, removeNote, setFrame, setNote } from "./notes.ts";

const texts = graphEditorTexts.notes;

/** Notes and frames beside the steps: the menu that adds one, their list, and the dialog in which they are written. */
export function useNotes({
  graph,
  change,
  readOnly,
  labelOf,
  selected,
  newId,
}: {
  graph: Graph;
  change: (edit: (graph: Graph) => Graph) => void;
  readOnly: boolean;
  labelOf: (nodeId: string) => string;
  /** The open step, around which a new frame lies. */
  selected: string | undefined;
  newId: () => string;
}): {
  menu: ReactNode;
  list: ReactNode;
  dialog: ReactNode;
  write: (writing: Writing) => void;
  isOpen: boolean;
} {
  const [writing, setWriting] = useState<Writing>();
  const toast = useToast();
  return {
    write: setWriting,
    isOpen: writing !== undefined,
    menu: !readOnly && (
      <Menu
        anchor="bottom start"
        button={<IconButton size="sm" label={texts.more} icon={<EllipsisVertical aria-hidden />} />}
        entries={[
          { label: texts.addNote, onSelect: () => setWriting({ kind: "note", note: undefined }) },
          { label: texts.addFrame, onSelect: () => setWriting({ kind: "frame", frame: undefined }) },
        ]}
      />
    ),
    list: (
      <NotesList
        graph={graph}
        labelOf={labelOf}
        readOnly={readOnly}
        onWrite={setWriting}
        onRemove={({ kind, id }) => {
          change((now) => (kind === "note" ? removeNote(now, id) : removeFrame(now, id)));
          toast.info(texts.removed);
        }}
      />
    ),
    dialog: writing && (
      <NoteDialog
        writing={writing}
        onClose={() => setWriting(undefined)}
        onNote={(note, text) => {
          const id = note?.id ?? newId();
          change((now) => setNote(now, id, text));
          setWriting(undefined);
        }}
        onFrame={(frame, given) => {
          const id = frame?.id ?? newId();
          change((now) => setFrame(now, id, given, selected));
          setWriting(undefined);
        }}
      />
    ),
  };
}
