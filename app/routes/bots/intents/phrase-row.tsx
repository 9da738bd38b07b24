import { Link2, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, memo, useRef } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { intentsTexts as texts } from "#texts/intents.ts";
import { entityListTexts } from "#texts/entity-list.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import type { Phrase } from "./intent-draft.ts";
import { PhraseField } from "./phrase-field.tsx";
import { toneOf } from "./entity-tone.ts";
import { OverlapHint } from "./overlap-hint.tsx";
import type { Overlaps } from "./use-overlaps.ts";

/** One phrase. Selected text can be bound to an entity; a button does the same without a mouse. */
export const PhraseRow = memo(
  function PhraseRow({
    agentId,
    phrase,
    entities,
    overlaps,
    ticked,
    editing,
    typed,
    onTick,
    onEdit,
    onTyped,
    onReplace,
    onDelete,
    onBind,
  }: PhraseRowProps) {
    const row = useRef<HTMLLIElement>(null);
    const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
      if (editing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key, target, currentTarget } = event;
      // On a button or the box Enter presses that, and arrows are not the row's.
      const isRow = target === currentTarget;
      if (key === "F2" || (key === "Enter" && isRow)) onEdit(phrase);
      else if (key === "Delete") onDelete(phrase);
      else if (key === "ArrowDown" && isRow) focusOn(currentTarget.nextElementSibling);
      else if (key === "ArrowUp" && isRow) focusOn(currentTarget.previousElementSibling);
      else return;
      event.preventDefault();
    };
    return (
      // Each of its keys has a button in the row that does the same.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <li
        ref={row}
        tabIndex={0}
        aria-keyshortcuts="F2 Delete"
        onKeyDown={onKeyDown}
        className={cx(
          "group/phrase flex flex-wrap items-start gap-x-2 border-b border-line px-2 last:border-b-0 hover:bg-hover focus-within:bg-hover",
          "[contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]",
          editing && "bg-accent-soft!",
        )}
      >
        <Checkbox
          label={texts.tick(phrase.text)}
          labelHidden
          checked={ticked}
          onChange={(on) => onTick(phrase, on)}
          className="pt-2 pointer-coarse:py-3"
        />
        {editing ? (
          <PhraseField
            typed={typed}
            onTyped={onTyped}
            onReplace={() => onReplace(phrase, typed)}
            onStop={() => onEdit(undefined)}
            row={row}
          />
        ) : (
          <p
            data-phrase={phrase.key}
            className="min-w-0 flex-1 basis-40 py-(--row-y) pointer-coarse:py-3 [overflow-wrap:anywhere] select-text"
          >
            <BoundText phrase={phrase} entities={entities} />
          </p>
        )}
        {phrase.refs.length > 0 && (
          <span className="sr-only">{entityListTexts.inPhrase(bindingsOf(phrase, entities))}</span>
        )}
        {!editing && (
          <div className="ml-auto flex py-1 [@media(hover:hover)]:opacity-0 group-focus-within/phrase:opacity-100 group-hover/phrase:opacity-100">
            <IconButton
              size="sm"
              label={texts.bindIn(phrase.text)}
              icon={<Link2 aria-hidden />}
              onClick={() => onBind(phrase)}
            />
            <IconButton
              size="sm"
              label={texts.editNamed(phrase.text)}
              icon={<Pencil aria-hidden />}
              onClick={() => onEdit(phrase)}
            />
            <IconButton
              size="sm"
              tone="danger"
              label={texts.deleteNamed(phrase.text)}
              icon={<Trash2 aria-hidden />}
              onClick={() => onDelete(phrase)}
            />
          </div>
        )}
        <OverlapHint overlaps={overlaps} agentId={agentId} />
      </li>
    );
  },
  // Handlers never depend on the render they come from, so only visible props are compared.
  (before, after) =>
    before.phrase === after.phrase &&
    before.overlaps === after.overlaps &&
    before.ticked === after.ticked &&
    // A phrase's replacement is judged by all others as they are now.
    !before.editing &&
    !after.editing &&
    before.entities === after.entities,
);

const focusOn = (row: Element | null) => row instanceof HTMLElement && row.focus();

interface PhraseRowProps {
  agentId: string;
  overlaps: Overlaps;
  phrase: Phrase;
  entities: Entity[];
  ticked: boolean;
  editing: boolean;
  onTick: (phrase: Phrase, on: boolean) => void;
  /** Its new text, while it is edited. */
  typed: string;
  /** Undefined: none is edited any more. */
  onEdit: (phrase: Phrase | undefined) => void;
  onTyped: (text: string) => void;
  /** Why not, or nothing. */
  onReplace: (phrase: Phrase, text: string) => string;
  onDelete: (phrase: Phrase) => void;
  onBind: (phrase: Phrase) => void;
}

/**
 * The phrase with its bound words in their entity's colour. CSS draws the entity's name beside them, so that selection
 * offsets match the phrase itself; screen readers get the names after it.
 */
function BoundText({ phrase: { text, refs }, entities }: { phrase: Phrase; entities: Entity[] }) {
  const parts = [];
  let at = 0;
  for (const ref of refs) {
    const name = nameIn(entities, ref.entityId);
    if (ref.entityStartPos > at) parts.push(text.slice(at, ref.entityStartPos));
    parts.push(
      <mark
        key={ref.entityStartPos}
        data-entity={name}
        title={name}
        className={cx(
          "rounded box-decoration-clone px-1 py-0.5 after:ml-1.5 after:text-[0.6875rem] after:font-semibold after:content-[attr(data-entity)]",
          toneOf(entities, ref.entityId),
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

const nameIn = (entities: Entity[], id: string): string =>
  entities.find((entity) => entity.id === id)?.name ?? texts.unknownEntityName;

const bindingsOf = ({ text, refs }: Phrase, entities: Entity[]): string =>
  refs
    .map(({ entityId, entityStartPos, entityEndPos }) =>
      entityListTexts.bindingOf(text.slice(entityStartPos, entityEndPos), nameIn(entities, entityId)),
    )
    .join(", ");
