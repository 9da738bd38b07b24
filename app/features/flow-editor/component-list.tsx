import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import type { Found, WaFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";
import { componentOf, type ComponentType } from "#workers/contract/wa-flows/versions.ts";
import { placeOf, titleOf } from "./edits.ts";

interface Props {
  found: readonly Found[];
  /** How many components a list holds. */
  lengthOf: (list: string) => number;
  problems: readonly WaFlowProblem[];
  open: string | undefined;
  readOnly: boolean;
  onOpen: (path: string) => void;
  onMove: (path: string, to: number) => void;
  onRemove: (path: string) => void;
}

/** The components of a screen in reading order, moved by keys, by buttons or by dragging. */
export function ComponentList({
  found,
  lengthOf,
  problems,
  open,
  readOnly,
  onOpen,
  onMove,
  onRemove,
}: Props) {
  const rows = useRef(new Map<string, HTMLElement>());
  const [told, setTold] = useState("");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const move = (each: Found, to: number) => {
    const { list } = placeOf(each.path);
    const count = lengthOf(list);
    if (to < 0 || to >= count) return;
    onMove(each.path, to);
    setTold(texts.moved(titleOf(each), to + 1, count));
    setTimeout(() => rows.current.get(`${list}/${to}`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, each: Found, at: number) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && event.altKey) {
      if (!readOnly) move(each, placeOf(each.path).at + step);
    } else if (step !== 0) {
      const next = found[at + step];
      if (next) rows.current.get(next.path)?.focus();
    } else if (event.key === "Delete" && !readOnly) {
      onRemove(each.path);
      setTimeout(() => rows.current.values().next().value?.focus());
    } else return;
    event.preventDefault();
  };
  const drop = (from: unknown, to: unknown) => {
    const each = found.find(({ path }) => path === from);
    const [here, there] = [placeOf(String(from)), placeOf(String(to))];
    // Within its own list; into another one it is copied and taken out, or moved in the JSON.
    if (each && here.list === there.list) move(each, there.at);
  };
  return (
    <>
      {!readOnly && <p className="mb-2 text-[0.8125rem] text-muted">{texts.keys}</p>}
      <DndContext
        id="flow-components"
        sensors={readOnly ? [] : sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => over && drop(active.id, over.id)}
      >
        <SortableContext items={found.map(({ path }) => path)} strategy={verticalListSortingStrategy}>
          <ol aria-label={texts.components} className="grid gap-1.5">
            {found.map((each, at) => {
              const { list, at: place } = placeOf(each.path);
              return (
                <Row
                  key={each.path}
                  found={each}
                  wrong={
                    problems.filter(
                      ({ path, severity }) =>
                        severity === "error" && nearest(found, path)?.path === each.path,
                    ).length
                  }
                  isOpen={each.path === open}
                  moves={
                    readOnly
                      ? undefined
                      : {
                          up: place > 0,
                          down: place < lengthOf(list) - 1,
                          by: (step) => move(each, place + step),
                        }
                  }
                  rowRef={(element) => {
                    if (element) rows.current.set(each.path, element);
                    else rows.current.delete(each.path);
                  }}
                  onOpen={() => onOpen(each.path)}
                  onKeyDown={(event) => onKeyDown(event, each, at)}
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

/** The innermost component that a path is in. */
export const nearest = (found: readonly Found[], path: string): Found | undefined =>
  found.findLast((each) => path === each.path || path.startsWith(`${each.path}/`));

function Row({
  found,
  wrong,
  isOpen,
  moves,
  rowRef,
  onOpen,
  onKeyDown,
}: {
  found: Found;
  wrong: number;
  isOpen: boolean;
  moves: { up: boolean; down: boolean; by: (step: number) => void } | undefined;
  rowRef: (element: HTMLElement | null) => void;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: found.path,
    disabled: !moves,
  });
  const title = titleOf(found);
  const branch = /\/(then|else|children|cases\/[^/]+)$/.exec(placeOf(found.path).list)?.[1];
  const isWithin = found.ifs > 0;
  return (
    <li style={{ marginInlineStart: `${Math.min(found.ifs, 4) * 0.75}rem` }}>
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
            {componentOf(found.type) ? texts.types[found.type as ComponentType] : found.type}
            {isWithin && branch !== undefined && ` · ${branch.replace("cases/", "")}`}
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
