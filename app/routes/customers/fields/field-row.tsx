import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton, IconLink } from "#app/components/ui/icon-button.tsx";
import { RowTh, Td } from "#app/components/ui/table.tsx";
import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { editAddress } from "./addresses.ts";
import { actionClass, RuleCells } from "./rule-cells.tsx";

/** One of the enterprise's own fields, with a drag handle and buttons to move it up and down. */
export function FieldRow({
  field,
  at,
  of,
  onMove,
  onRemove,
}: {
  field: CustomerField;
  at: number;
  of: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const label = field.fieldLabel;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: field._id });
  return (
    <tr
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx(isDragging ? "relative z-10 bg-raised shadow-pop" : "bg-surface")}
    >
      <RowTh className="max-w-72 min-w-40 !px-2.5">
        <span className="flex items-center gap-2">
          <Tooltip text={texts.drag(label)} side="right">
            <button
              type="button"
              ref={setActivatorNodeRef}
              {...attributes}
              {...listeners}
              aria-label={texts.drag(label)}
              className="inline-flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink active:cursor-grabbing"
            >
              <GripVertical aria-hidden className="size-4" />
            </button>
          </Tooltip>
          <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
        </span>
      </RowTh>
      <RuleCells field={field} />
      <Td className={actionClass}>
        <span className="flex w-14 flex-wrap sm:w-28">
          <StepButton
            at={at}
            to={at - 1}
            end={at === 0 ? texts.first(label) : ""}
            label={texts.moveUp(label)}
            onMove={onMove}
          >
            <ArrowUp aria-hidden />
          </StepButton>
          <StepButton
            at={at}
            to={at + 1}
            end={at === of - 1 ? texts.last(label) : ""}
            label={texts.moveDown(label)}
            onMove={onMove}
          >
            <ArrowDown aria-hidden />
          </StepButton>
          <IconLink
            to={editAddress(field._id)}
            state={{ keepFocus: true }}
            preventScrollReset
            label={texts.edit(label)}
            icon={<Pencil aria-hidden />}
          />
          <IconButton
            size="sm"
            tone="danger"
            side="left"
            label={texts.remove(label)}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        </span>
      </Td>
    </tr>
  );
}

/** Moves the row up or down. Restores the focus, which a row loses when it is moved in the DOM. */
function StepButton({
  at,
  to,
  end,
  label,
  onMove,
  children,
}: {
  at: number;
  to: number;
  /** The reason shown when the row cannot move further. */
  end: string;
  label: string;
  onMove: (to: number) => void;
  children: React.ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (pressed.current) button.current?.focus();
    pressed.current = false;
  }, [at]);
  return (
    <IconButton
      ref={button}
      size="sm"
      label={end === "" ? label : `${label}: ${end}`}
      icon={children}
      aria-disabled={end !== "" || undefined}
      onClick={() => {
        if (end !== "") return;
        pressed.current = true;
        onMove(to);
      }}
    />
  );
}
