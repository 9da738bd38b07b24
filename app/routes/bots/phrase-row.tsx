import { Link2, Pencil, Trash2 } from "lucide-react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { messages } from "#app/messages.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import type { Span } from "./bind-panel.tsx";
import type { Phrase } from "./draft.ts";

const texts = messages.bots;

/** One phrase. Text selected in it can be bound to an entity; so can words chosen by the button, without a mouse. */
export function PhraseRow({
  phrase,
  entities,
  ticked,
  editing,
  onTick,
  onEdit,
  onDelete,
  onBind,
}: {
  phrase: Phrase;
  entities: Entity[];
  ticked: boolean;
  editing: boolean;
  onTick: (on: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
  onBind: (span: Span | undefined) => void;
}) {
  return (
    <li
      className={cx(
        "flex items-start gap-2 rounded-md border border-line bg-surface px-2 py-1 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]",
        editing && "border-accent bg-accent-soft",
      )}
    >
      <Checkbox
        label={texts.tick(phrase.text)}
        labelHidden
        checked={ticked}
        onChange={onTick}
        className="pt-1.5"
      />
      <p
        className="min-w-0 flex-1 py-1.5 break-words select-text"
        onPointerUp={(event) => {
          const span = selectedSpan(event.currentTarget);
          if (span) onBind(span);
        }}
      >
        <BoundText phrase={phrase} entities={entities} />
      </p>
      <IconButton
        size="sm"
        label={texts.bindIn(phrase.text)}
        icon={<Link2 aria-hidden />}
        onClick={() => onBind(undefined)}
      />
      <IconButton
        size="sm"
        label={texts.editNamed(phrase.text)}
        icon={<Pencil aria-hidden />}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        tone="danger"
        label={texts.deleteNamed(phrase.text)}
        icon={<Trash2 aria-hidden />}
        onClick={onDelete}
      />
    </li>
  );
}

const TONES = [
  "bg-accent-soft text-accent-ink",
  "bg-success-soft text-success-ink",
  "bg-warning-soft text-warning-ink",
  "bg-danger-soft text-danger-ink",
];

/**
 * The phrase with its bound words marked. The entity's name is drawn by the style sheet, so that the text of the
 * element is the phrase itself and selected positions are the phrase's own.
 */
export function BoundText({ phrase: { text, refs }, entities }: { phrase: Phrase; entities: Entity[] }) {
  const parts = [];
  let at = 0;
  for (const ref of refs) {
    const index = entities.findIndex(({ id }) => id === ref.entityId);
    if (ref.entityStartPos > at) parts.push(text.slice(at, ref.entityStartPos));
    parts.push(
      <mark
        key={ref.entityStartPos}
        data-entity={entities[index]?.name ?? texts.unknownEntityName}
        className={cx(
          "rounded px-1 after:ml-1 after:text-xs after:font-semibold after:content-[attr(data-entity)]",
          TONES[Math.max(index, 0) % TONES.length],
        )}
      >
        {text.slice(ref.entityStartPos, ref.entityEndPos)}
      </mark>,
    );
    at = ref.entityEndPos;
  }
  parts.push(text.slice(at));
  return parts;
}

/** What is selected within an element, without white space at its ends, in UTF-16 units of its text. */
function selectedSpan(element: HTMLElement): Span | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const words = range.toString();
  const start = before.toString().length + (words.length - words.trimStart().length);
  const length = words.trim().length;
  return length > 0 ? { start, end: start + length } : undefined;
}
