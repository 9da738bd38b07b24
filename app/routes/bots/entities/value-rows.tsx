import { Plus, Trash2 } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { messages } from "#app/messages.ts";
import { newRow, type Row, rowsOf } from "./entity-draft.ts";
import { WordsDialog } from "./words-dialog.tsx";

const texts = messages.entityList;
const SHOWN_AT_ONCE = 50;
const TYPES = [
  { value: "synonymns", label: texts.types.synonymns },
  { value: "pattern", label: texts.types.pattern },
] as const;

/** The values of an entity, a row each: Value, Type, Synonyms/Pattern, Action. */
export function ValueRows({
  rows,
  problems,
  onChange,
  onLeave,
}: {
  rows: Row[];
  /** By `rows.<key>`; only what may be shown. */
  problems: Record<string, string>;
  onChange: (change: (rows: Row[]) => Row[]) => void;
  onLeave: (key: number) => void;
}) {
  const [opened, setOpened] = useState<number>();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const confirm = useConfirm();
  const toast = useToast();
  const set = (key: number, change: Partial<Row>) =>
    onChange((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)));

  const remove = async (row: Row) => {
    const begun = row.value !== "" || row.words.length > 0;
    if (begun) {
      const yes = await confirm({
        title: texts.deleteValueQuestion,
        text: row.value,
        confirmLabel: messages.ui.delete,
      });
      if (!yes) return;
    }
    onChange((now) => now.filter(({ key }) => key !== row.key));
  };
  const paste = (event: ClipboardEvent, row: Row) => {
    const pasted = rowsOf(event.clipboardData.getData("text"));
    if (pasted.length < 2) return;
    event.preventDefault();
    onChange((now) =>
      row.value === ""
        ? now.flatMap((each) => (each.key === row.key ? pasted : [each]))
        : [...now, ...pasted],
    );
    setShown((now) => now + pasted.length);
    toast.success(texts.pasted(pasted.length));
  };

  return (
    <>
      <div className="hidden grid-cols-[minmax(0,2fr)_9rem_minmax(0,3fr)_3rem] gap-2 px-1 text-xs font-semibold text-muted sm:grid">
        <span>{texts.value}</span>
        <span>{texts.type}</span>
        <span>{texts.synonymsOrPattern}</span>
        <span>{texts.action}</span>
      </div>
      <ul className="grid grid-cols-1 gap-2">
        {rows.slice(0, shown).map((row, index) => {
          const problem = problems[`rows.${row.key}`];
          const ready = row.value.trim() !== "" && row.type !== "";
          const kind = row.type === "pattern" ? "pattern" : "synonymns";
          return (
            <li
              key={row.key}
              className="grid grid-cols-1 items-start gap-2 rounded-lg border border-line p-2 sm:grid-cols-[minmax(0,2fr)_9rem_minmax(0,3fr)_3rem] sm:border-0 sm:p-0"
            >
              <Field label={texts.valueOf(index + 1)} labelHidden error={problem}>
                <TextInput
                  value={row.value}
                  placeholder={texts.value}
                  maxLength={200}
                  onChange={(event) => set(row.key, { value: event.target.value })}
                  onPaste={(event) => paste(event, row)}
                  onBlur={() => row.value && onLeave(row.key)}
                />
              </Field>
              <Select
                aria-label={texts.typeOf(index + 1)}
                value={row.type}
                options={TYPES}
                onChange={(type) => set(row.key, { type, words: [] })}
              />
              <Button
                className="w-full justify-start truncate text-left font-normal"
                aria-haspopup="dialog"
                disabledReason={ready ? undefined : texts.valueFirst}
                onClick={() => setOpened(row.key)}
              >
                <span className="min-w-0 truncate">
                  {row.words.length > 0 ? row.words.join(", ") : texts.noWords[kind]}
                </span>
              </Button>
              <IconButton
                tone="danger"
                label={texts.deleteRow(index + 1)}
                icon={<Trash2 aria-hidden />}
                className="justify-self-end sm:justify-self-center"
                onClick={() => void remove(row)}
              />
            </li>
          );
        })}
      </ul>
      {rows.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown((now) => now + SHOWN_AT_ONCE)}>
          {texts.showMore} ({texts.shownValues(shown, rows.length)})
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Plus aria-hidden />}
          onClick={() => {
            onChange((now) => [...now, newRow()]);
            setShown((now) => Math.max(now, rows.length + 1));
          }}
        >
          {texts.addRow}
        </Button>
        <p className="text-[0.8125rem] text-muted">{texts.pasteHint}</p>
      </div>
      <WordsDialog
        key={opened}
        row={rows.find(({ key }) => key === opened)}
        onChange={(words) => opened !== undefined && set(opened, { words })}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}
