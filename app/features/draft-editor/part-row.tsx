import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { designerTexts } from "#texts/designer.ts";
import { whyTexts } from "#texts/why.ts";

const texts = designerTexts.draft;

/** One part of a draft as a row: a form's field, a screen's component. */
export interface Part {
  key: string;
  title: string;
  hint: string;
  /** Problems that keep the draft from being published. */
  wrong: number;
  /** The list that it can be moved within, its place there from 0, and how many are there. */
  list: string;
  at: number;
  count: number;
  /** How deep it lies within others. */
  depth?: number;
  /** The heading of the section that begins with it. */
  heading?: string | undefined;
}

export function PartRow({
  part,
  isOpen,
  rowRef,
  onMove,
  onOpen,
  onKeyDown,
}: {
  part: Part;
  isOpen: boolean;
  rowRef: (element: HTMLElement | null) => void;
  /** Absent where nothing may be moved. */
  onMove: ((step: number) => void) | undefined;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { key, title, hint, wrong, at, count, depth = 0, heading } = part;
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: key,
    disabled: !onMove,
  });
  return (
    <li style={{ marginInlineStart: `${Math.min(depth, 4) * 0.75}rem` }}>
      {heading !== undefined && <p className="mt-2 mb-1 text-xs font-semibold text-muted">{heading}</p>}
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
            {hint}
            {wrong > 0 && <span className="font-medium text-danger-ink"> · {texts.wrong(wrong)}</span>}
          </span>
        </button>
        {onMove && (
          <>
            <IconButton
              label={texts.up(title)}
              icon={<ArrowUp aria-hidden />}
              disabledReason={at === 0 ? whyTexts.first : undefined}
              onClick={() => onMove(-1)}
            />
            <IconButton
              label={texts.down(title)}
              icon={<ArrowDown aria-hidden />}
              disabledReason={at === count - 1 ? whyTexts.last : undefined}
              onClick={() => onMove(1)}
            />
          </>
        )}
      </div>
    </li>
  );
}
