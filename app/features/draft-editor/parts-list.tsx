import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { type KeyboardEvent, useRef, useState } from "react";
import { designerTexts } from "#texts/designer.ts";
import { type Part, PartRow } from "./part-row.tsx";

const texts = designerTexts.draft;

interface Props {
  id: string;
  label: string;
  parts: readonly Part[];
  open: string | undefined;
  readOnly: boolean;
  /** A part's key after it has moved to a place; the key stays the same where this is absent. */
  keyAt?: (part: Part, place: number) => string;
  onOpen: (key: string) => void;
  onMove: (key: string, to: number) => void;
  onRemove: (key: string) => void;
}

/** The parts of a draft in reading order, moved by keys, by buttons or by dragging. */
export function PartsList({
  id,
  label,
  parts,
  open,
  readOnly,
  keyAt = ({ key }) => key,
  onOpen,
  onMove,
  onRemove,
}: Props) {
  const rows = useRef(new Map<string, HTMLElement>());
  const [told, setTold] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  // A row that has a new key is there after the next drawing.
  const focusSoon = (key: string | undefined) =>
    setTimeout(() => key !== undefined && rows.current.get(key)?.focus());
  const move = (part: Part, to: number) => {
    if (to < 0 || to >= part.count) return;
    onMove(part.key, to);
    setTold(texts.moved(part.title, to + 1, part.count));
    focusSoon(keyAt(part, to));
  };
  const onKeyDown = (event: KeyboardEvent, part: Part, at: number) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const beside = parts[at + step];
    if (step !== 0 && event.altKey) {
      if (!readOnly) move(part, part.at + step);
    } else if (step !== 0) {
      if (beside) rows.current.get(beside.key)?.focus();
    } else if (event.key === "Delete" && !readOnly) {
      onRemove(part.key);
      focusSoon((parts[at - 1] ?? parts[at + 1])?.key);
    } else return;
    event.preventDefault();
  };
  const drop = (from: unknown, to: unknown) => {
    const [here, there] = [parts.find(({ key }) => key === from), parts.find(({ key }) => key === to)];
    // Within its own list; into another one it is copied and taken out.
    if (here && there && here.list === there.list) move(here, there.at);
  };
  return (
    <div>
      {!readOnly && <p className="mb-2 text-[0.8125rem] text-muted">{texts.keys}</p>}
      <DndContext
        id={id}
        sensors={readOnly ? [] : sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => over && drop(active.id, over.id)}
      >
        <SortableContext items={parts.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol aria-label={label} className="grid gap-1.5">
            {parts.map((part, at) => (
              <PartRow
                key={part.key}
                part={part}
                isOpen={part.key === open}
                onMove={readOnly ? undefined : (step) => move(part, part.at + step)}
                rowRef={(element) => {
                  if (element) rows.current.set(part.key, element);
                  else rows.current.delete(part.key);
                }}
                onOpen={() => onOpen(part.key)}
                onKeyDown={(event) => onKeyDown(event, part, at)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  );
}
