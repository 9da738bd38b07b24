import { Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { messages } from "#app/messages.ts";
import type { Row } from "./entity-draft.ts";

const texts = messages.entityList;
const INPUT_ID = "entity-word";

/** The synonyms or patterns of one value. What is typed is added by Add or Enter; Close keeps what is in the list. */
export function WordsDialog({
  row,
  onChange,
  onClose,
}: {
  row: Row | undefined;
  onChange: (words: string[]) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [editing, setEditing] = useState<number>();
  const kind = row?.type === "pattern" ? "pattern" : "synonymns";
  const words = row?.words ?? [];

  const add = (event: FormEvent) => {
    event.preventDefault();
    // React lets it rise to the form around the dialog.
    event.stopPropagation();
    // Commas part synonyms; in a pattern they may mean something.
    const added = (kind === "pattern" ? [text] : text.split(","))
      .map((word) => word.trim())
      .filter((word) => word !== "");
    if (added.length === 0) return setError(kind === "pattern" ? texts.emptyPattern : texts.emptySynonym);
    const kept = editing === undefined ? words : words.filter((_, at) => at !== editing);
    const fresh = added.filter((word) => !kept.includes(word));
    onChange(editing === undefined ? [...kept, ...fresh] : kept.toSpliced(editing, 0, ...fresh));
    write("");
  };
  const write = (next: string, at?: number) => {
    setText(next);
    setEditing(at);
    setError("");
  };

  return (
    <Dialog
      open={row !== undefined}
      onClose={onClose}
      title={row ? texts.wordsOf(row.value, texts.dialogTitle[kind]) : ""}
      description={kind === "pattern" ? texts.patternHint : texts.synonymsHint}
      edited={text.trim() !== ""}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button tone="primary" type="submit" form="words-form" icon={<Plus aria-hidden />}>
            {editing === undefined ? texts.add : texts.replace}
          </Button>
        </>
      }
    >
      {words.length > 0 && (
        <ul
          // Three are seen at once; the list scrolls above that.
          tabIndex={words.length > 3 ? 0 : undefined}
          aria-label={texts.dialogTitle[kind]}
          className="mb-3 grid max-h-32 grid-cols-1 gap-1 overflow-y-auto"
        >
          {words.map((word, at) => (
            <li
              key={word}
              className="flex items-center gap-1 rounded-md border border-line px-2 py-0.5 aria-[current]:border-accent"
              aria-current={editing === at ? "true" : undefined}
            >
              <span
                className={
                  kind === "pattern" ? "min-w-0 flex-1 font-mono break-all" : "min-w-0 flex-1 break-words"
                }
              >
                {word}
              </span>
              <IconButton
                size="sm"
                label={texts.edit(word)}
                icon={<Pencil aria-hidden />}
                onClick={() => {
                  write(word, at);
                  document.getElementById(INPUT_ID)?.focus();
                }}
              />
              <IconButton
                size="sm"
                tone="danger"
                label={texts.remove(word)}
                icon={<Trash2 aria-hidden />}
                onClick={() => {
                  onChange(words.filter((_, index) => index !== at));
                  write("");
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form id="words-form" onSubmit={add} noValidate>
        <Field
          id={INPUT_ID}
          label={editing === undefined ? texts.newWord[kind] : texts.editWord[kind]}
          error={error}
        >
          <TextInput
            autoFocus
            data-autofocus
            value={text}
            maxLength={kind === "pattern" ? 500 : 2_000}
            className={kind === "pattern" ? "font-mono" : undefined}
            onChange={(event) => write(event.target.value, editing)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
