import { Trash2 } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { type Row, wordsOf } from "./entity-draft.ts";

const SHOWN = 20;
const TYPES = [
  { value: "synonymns", label: texts.types.synonymns },
  { value: "pattern", label: texts.types.pattern },
] as const;

export const valueId = (key: number): string => `value-${key}`;
export const wordsId = (key: number): string => `words-${key}`;

/** One value with its type and its words. The words open in a dialog, once the value is not empty. */
export function ValueRow({
  row,
  number,
  problem,
  wordsProblem,
  onChange,
  onLeave,
  onPaste,
  onOpen,
  onRemove,
}: {
  row: Row;
  /** Position in the form, from 1. */
  number: number;
  problem: string | undefined;
  wordsProblem: string | undefined;
  onChange: (change: Partial<Row>) => void;
  onLeave: () => void;
  onPaste: (event: ClipboardEvent) => void;
  onOpen: () => void;
  onRemove: () => void;
}) {
  /** True after an attempt to add words to a row whose value is still empty. */
  const [tooEarly, setTooEarly] = useState(false);
  const ready = row.value.trim() !== "";
  const words = wordsOf(row);
  return (
    <li className="grid grid-cols-1 items-start gap-2 rounded-lg border border-line p-2 [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] sm:grid-cols-[minmax(0,2fr)_9rem_minmax(0,3fr)_3rem] sm:border-0 sm:p-0.5">
      <Field
        id={valueId(row.key)}
        label={texts.valueOf(number)}
        labelHidden
        error={problem ?? (tooEarly && !ready ? texts.valueFirst : undefined)}
      >
        <TextInput
          value={row.value}
          placeholder={texts.value}
          maxLength={200}
          onChange={(event) => onChange({ value: event.target.value })}
          onPaste={onPaste}
          onBlur={onLeave}
        />
      </Field>
      <Select
        aria-label={texts.typeOf(number)}
        value={row.type}
        options={TYPES}
        onChange={(type) => onChange({ type })}
      />
      <div className="min-w-0">
        <Button
          id={wordsId(row.key)}
          className={cx(
            "w-full justify-start text-left font-normal",
            row.type === "pattern" && words.length > 0 && "font-mono text-[0.8125rem]",
            wordsProblem && "border-danger ring-1 ring-danger",
          )}
          aria-label={
            words.length > 0
              ? `${texts.wordsAt(number, texts.dialogTitle[row.type])}: ${shortened(words)}`
              : `${texts.noWords[row.type]}, ${texts.valueOf(number)}`
          }
          aria-haspopup="dialog"
          aria-describedby={wordsProblem && `${wordsId(row.key)}-error`}
          disabledReason={ready ? undefined : texts.valueFirst}
          onClickCapture={() => setTooEarly(!ready)}
          onClick={onOpen}
        >
          <span className={cx("min-w-0 truncate", words.length === 0 && "text-muted")}>
            {words.length > 0 ? shortened(words) : texts.noWords[row.type]}
          </span>
        </Button>
        {wordsProblem && (
          <p id={`${wordsId(row.key)}-error`} className="mt-1 text-[0.8125rem] font-medium text-danger-ink">
            {wordsProblem}
          </p>
        )}
      </div>
      <IconButton
        tone="danger"
        label={texts.deleteRow(number)}
        icon={<Trash2 aria-hidden />}
        className="justify-self-end sm:justify-self-center"
        onClick={onRemove}
      />
    </li>
  );
}

const shortened = (words: string[]): string =>
  words.length > SHOWN
    ? `${words.slice(0, SHOWN).join(", ")} ${texts.moreValues(words.length - SHOWN)}`
    : words.join(", ");
