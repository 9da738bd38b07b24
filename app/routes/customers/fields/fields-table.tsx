import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useMemo } from "react";
import { call } from "#app/data/api.ts";
import { patch } from "#app/data/query.ts";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Table, Th } from "#app/components/ui/table.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { type CustomerField, deleteField, listFields } from "#workers/contract/endpoints/customer-fields.ts";
import { FieldRow } from "./field-row.tsx";
import { FixedRow } from "./fixed-row.tsx";

const TABLE_ID = "customer-fields";

/** Restricts dragging to the vertical axis. */
const upright: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The built-in fields, then the enterprise's own, which can be dragged, moved by keys or buttons, edited, deleted. */
export function FieldsTable({
  fixed,
  fields,
  onMove,
}: {
  fixed: CustomerField[];
  fields: CustomerField[];
  onMove: (id: string, to: number) => void;
}) {
  const confirm = useConfirm();
  const toast = useToast();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const heard = useMemo(() => announcements(fields), [fields]);
  const placeOf = (id: string | number | undefined) => fields.findIndex(({ _id }) => _id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMove(String(active.id), placeOf(over.id));
  };
  const remove = async (field: CustomerField) => {
    const yes = await confirm({
      title: texts.removeQuestion,
      text: texts.removeText(field.fieldLabel),
      confirmLabel: texts.yes,
      cancelLabel: texts.no,
      run: () => call(deleteField, { params: { id: field._id } }),
    });
    if (!yes) return;
    toast.success(texts.deleted);
    patch(listFields, undefined, (now) => ({
      inputFieldDefinitions: now.inputFieldDefinitions.filter(({ _id }) => _id !== field._id),
    }));
    // The pressed button was removed with its row, so the focus moves to the table.
    document.getElementById(TABLE_ID)?.querySelector<HTMLElement>("[role=region]")?.focus();
  };
  return (
    <div id={TABLE_ID}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[upright]}
        onDragEnd={drop}
        accessibility={{
          announcements: heard,
          screenReaderInstructions: { draggable: texts.dragHow },
        }}
      >
        <Table caption={texts.tableOf}>
          <thead>
            <tr>
              {Object.entries(texts.columns).map(([id, column]) => (
                <Th key={id} className={cx("!px-2.5 !whitespace-normal", id === "action" && "right-0 z-10")}>
                  {column}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fixed.map((field) => (
              <FixedRow key={field._id} field={field} />
            ))}
            <SortableContext items={fields.map(({ _id }) => _id)} strategy={verticalListSortingStrategy}>
              {fields.map((field, at) => (
                <FieldRow
                  key={field._id}
                  field={field}
                  at={at}
                  of={fields.length}
                  onMove={(to) => onMove(field._id, to)}
                  onRemove={() => void remove(field)}
                />
              ))}
            </SortableContext>
          </tbody>
        </Table>
      </DndContext>
    </div>
  );
}

/** Screen-reader announcements while a field is dragged. The screen itself announces the final position. */
function announcements(fields: readonly CustomerField[]): Announcements {
  let lastOver: string | number | undefined;
  const at = (id: string | number) => fields.findIndex(({ _id }) => _id === id);
  const label = (id: string | number) => fields[at(id)]?.fieldLabel ?? "";
  const of = fields.length;
  return {
    onDragStart: ({ active }) => {
      lastOver = active.id;
      return texts.dragPicked(label(active.id), at(active.id) + 1, of);
    },
    onDragOver: ({ active, over }) => {
      // A drag starts over its own place; announcing that would cut off the first announcement.
      if (!over || over.id === lastOver) return undefined;
      lastOver = over.id;
      return texts.dragOver(label(active.id), at(over.id) + 1, of);
    },
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => texts.dragCancelled(label(active.id)),
  };
}
