import { ChevronDown, ChevronUp, Columns3 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { slimButton, slimWords } from "#app/components/ui/slim.ts";
import { Popover } from "#app/components/ui/popover.tsx";
import { columnsTexts as texts } from "#texts/columns.ts";
import { type Columns, type Header, shownColumns, withColumn, withMoved } from "./columns.ts";

/** Chooses the columns that a list shows, and their order. */
export function ColumnChooser(props: ChooserProps) {
  return (
    <Popover
      label={texts.title}
      rootClassName="sm:relative"
      className="w-full p-3 sm:w-72"
      renderOpener={(opener) => (
        <Button {...opener} icon={<Columns3 aria-hidden />} className={slimButton}>
          <span className={slimWords}>{texts.title}</span>
        </Button>
      )}
    >
      <Chooser {...props} />
    </Popover>
  );
}

export interface ChooserProps {
  headers: readonly Header[];
  /** Words that say what the columns are, where they are not the list's own. */
  words?: { hint: string; all: string };
  columns: Columns;
  onChoose: (columns: Columns) => void;
}

/** The choice itself, where it stands among other things. */
export function Chooser({ headers, columns, onChoose, words = texts }: ChooserProps) {
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string>(undefined);
  // A button loses the focus when its row moves in the DOM, so it is restored.
  useEffect(() => {
    const name = moved.current;
    moved.current = undefined;
    if (name) list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(name)}"]`)?.focus();
  }, [columns]);
  const shown = shownColumns(headers, columns);
  const hidden = headers.filter(({ id }) => !shown.some((column) => column.id === id));
  const move = (id: string, by: -1 | 1) => {
    moved.current = `${id} ${by}`;
    onChoose(withMoved(headers, columns, id, by));
  };
  return (
    <div className="grid gap-2">
      <p className="text-[0.8125rem] text-muted">{words.hint}</p>
      <ul ref={list} className="max-h-72 overflow-y-auto">
        {[...shown, ...hidden].map(({ id, name }, at) => {
          const on = at < shown.length;
          const moves = [
            { by: -1, label: texts.moveUp(name), icon: <ChevronUp aria-hidden />, end: at === 0 },
            {
              by: 1,
              label: texts.moveDown(name),
              icon: <ChevronDown aria-hidden />,
              end: at === shown.length - 1,
            },
          ] as const;
          return (
            <li key={id} className="flex items-center gap-1">
              <Checkbox
                label={<bdi className="break-words">{name}</bdi>}
                checked={on}
                onChange={(wanted) => onChoose(withColumn(headers, columns, id, wanted))}
                className="min-w-0 flex-1 py-1"
              />
              {on &&
                moves.map(({ by, label, icon, end }) => (
                  <IconButton
                    key={by}
                    size="sm"
                    label={label}
                    icon={icon}
                    aria-disabled={end}
                    data-move={`${id} ${by}`}
                    onClick={() => !end && move(id, by)}
                  />
                ))}
            </li>
          );
        })}
      </ul>
      <Button
        size="sm"
        disabledReason={columns === null ? words.hint : undefined}
        onClick={() => onChoose(null)}
      >
        {words.all}
      </Button>
    </div>
  );
}
