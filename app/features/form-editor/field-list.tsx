import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";
import type { FormField, FormProblem } from "#workers/contract/forms/form.ts";
import { titleOf } from "./edits.ts";

interface Props {
  fields: readonly FormField[];
  problems: readonly FormProblem[];
  open: string | undefined;
  readOnly: boolean;
  onOpen: (id: string) => void;
  onMove: (id: string, to: number) => void;
  onRemove: (id: string) => void;
}

/** The fields in their order, moved by keys, by buttons or by dragging. */
export function FieldList({ fields, problems, open, readOnly, onOpen, onMove, onRemove }: Props) {
  const rows = useRef(new Map<string, HTMLElement>());
  const [told, setTold] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const placeOf = (id: unknown) => fields.findIndex((each) => each.id === id);
  const move = (id: string, to: number) => {
    const field = fields[placeOf(id)];
    if (!field || to < 0 || to >= fields.length) return;
    onMove(id, to);
    setTold(texts.moved(titleOf(field), to + 1, fields.length));
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const at = placeOf(id);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && event.altKey) {
      if (!readOnly) move(id, at + step);
    } else if (step !== 0) {
      const next = fields[at + step];
      if (next) rows.current.get(next.id)?.focus();
    } else if (event.key === "Delete" && !readOnly) {
      const next = fields[at + 1] ?? fields[at - 1];
      onRemove(id);
      if (next) rows.current.get(next.id)?.focus();
    } else return;
    event.preventDefault();
  };
  const pageOf = (at: number) => 1 + fields.slice(1, at + 1).filter((each) => each.startsPage).length;
  return (
    <>
      {!readOnly && <p className="mb-2 text-[0.8125rem] text-muted">{texts.keys}</p>}
      <DndContext
        id="form-fields"
        sensors={readOnly ? [] : sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => over && move(String(active.id), placeOf(over.id))}
      >
        <SortableContext items={fields.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol aria-label={texts.list} className="grid gap-1.5">
            {fields.map((field, at) => {
              return (
                <Row
                  key={field.id}
                  field={field}
                  page={field.startsPage && at > 0 ? pageOf(at) : undefined}
                  wrong={
                    problems.filter((each) => each.field === field.id && each.severity === "error").length
                  }
                  isOpen={field.id === open}
                  moves={
                    readOnly
                      ? undefined
                      : { up: at > 0, down: at < fields.length - 1, by: (step) => move(field.id, at + step) }
                  }
                  rowRef={(element) => {
                    if (element) rows.current.set(field.id, element);
                    else rows.current.delete(field.id);
                  }}
                  onOpen={() => onOpen(field.id)}
                  onKeyDown={(event) => onKeyDown(event, field.id)}
                />
              );
            })}
          </ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  );
}

function Row({
  field,
  page,
  wrong,
  isOpen,
  moves,
  rowRef,
  onOpen,
  onKeyDown,
}: {
  field: FormField;
  page: number | undefined;
  wrong: number;
  isOpen: boolean;
  moves: { up: boolean; down: boolean; by: (step: number) => void } | undefined;
  rowRef: (element: HTMLElement | null) => void;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: field.id,
    disabled: !moves,
  });
  const title = titleOf(field);
  return (
    <li>
      {page !== undefined && (
        <p className="mt-2 mb-1 text-xs font-semibold text-muted">{texts.pageStarts(page)}</p>
      )}
      <div
        ref={setNodeRef}
        style={{ transform: CSS.Translate.toString(transform), transition }}
        className={cx(
          "flex items-center gap-1 rounded-md border bg-surface",
          isOpen ? "border-accent" : "border-line",
          isDragging && "relative z-10 shadow-lg",
        )}
      >
        <button
          type="button"
          {...listeners}
          ref={rowRef}
          aria-current={isOpen || undefined}
          onClick={onOpen}
          onKeyDown={onKeyDown}
          className="min-h-11 min-w-0 flex-1 rounded-md px-3 py-1.5 text-left hover:bg-hover"
        >
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-xs text-muted">
            {formsTexts.types[field.type]} · {field.id}
            {wrong > 0 && <span className="font-medium text-danger-ink"> · {texts.wrong(wrong)}</span>}
          </span>
        </button>
        {moves && (
          <>
            <IconButton
              label={texts.up(title)}
              icon={<ArrowUp aria-hidden />}
              disabled={!moves.up}
              onClick={() => moves.by(-1)}
            />
            <IconButton
              label={texts.down(title)}
              icon={<ArrowDown aria-hidden />}
              disabled={!moves.down}
              onClick={() => moves.by(1)}
            />
          </>
        )}
      </div>
    </li>
  );
}
