import { Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { errorsTexts } from "#texts/errors.ts";
import { MOST_PATTERNS, MOST_SYNONYMS } from "#workers/contract/endpoints/entities.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { distinct, type Row, wordsOf } from "./entity-draft.ts";
import { TryValue } from "./try-value.tsx";
import { patternProblem } from "./pattern-problem.ts";

const INPUT_ID = "entity-word";
const SYNONYM_LENGTH = 200;
const MOST = { synonymns: MOST_SYNONYMS, pattern: MOST_PATTERNS };

/** The synonyms or patterns of one value. Add or Enter adds the input; Close keeps the list as it is. */
export function WordsDialog({
  agentId,
  row,
  onChange,
  onClose,
}: {
  agentId: string;
  row: Row;
  onChange: (words: string[]) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [said, setSaid] = useState("");
  const [editing, setEditing] = useState<number>();
  const { busy, send } = useSend();
  const kind = row.type;
  const words = wordsOf(row);

  const write = (next: string, at?: number) => {
    setText(next);
    setEditing(at);
    setError("");
    setSaid("");
  };
  const focusInput = () => document.getElementById(INPUT_ID)?.focus();

  const add = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event through the portal to the form around the dialog.
    event.stopPropagation();
    if (busy) return;
    // Commas separate synonyms, but may be part of a pattern.
    const typed = (kind === "pattern" ? [text] : text.split(","))
      .map((word) => word.trim())
      .filter((word) => word !== "");
    if (typed.length === 0) return setError(kind === "pattern" ? texts.emptyPattern : texts.emptySynonym);
    const others = words.filter((_, at) => at !== editing);
    const known = new Set(others.map(keyOf(kind)));
    const fresh = (kind === "pattern" ? typed : distinct(typed)).filter(
      (word) => !known.has(keyOf(kind)(word)),
    );
    const repeated = typed.filter((word) => known.has(keyOf(kind)(word)));
    if (fresh.length === 0) return setError(texts.repeated(repeated.join(", ")));
    if (others.length + fresh.length > MOST[kind]) return setError(texts.tooManyWords(MOST[kind]));
    const take = () => {
      onChange(editing === undefined ? [...words, ...fresh] : others.toSpliced(editing, 0, ...fresh));
      write("");
      if (repeated.length > 0) setSaid(texts.repeated(repeated.join(", ")));
      focusInput();
    };
    if (kind === "pattern") {
      return void send(
        () => patternProblem(agentId, row.value, typed[0] ?? ""),
        (problem) => (problem ? setError(problem) : take()),
      );
    }
    if (fresh.some((word) => word.length > SYNONYM_LENGTH)) {
      return setError(errorsTexts.tooLong(SYNONYM_LENGTH));
    }
    take();
  };
  const remove = (at: number) => {
    // A pattern that is being checked is added to the list as it was.
    if (busy) return;
    onChange(words.filter((_, index) => index !== at));
    write("");
    setSaid(texts.removed(words[at] ?? ""));
    // The focused button was removed; the focus must not be lost with it.
    focusInput();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.wordsOf(row.value, texts.dialogTitle[kind])}
      description={kind === "pattern" ? texts.patternHint : texts.synonymsHint}
      edited={text.trim() !== ""}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button tone="primary" type="submit" form="words-form" busy={busy} icon={<Plus aria-hidden />}>
            {editing === undefined ? texts.add : texts.replace}
          </Button>
        </>
      }
    >
      {words.length > 0 && (
        <ul
          // Three fit at once; a longer list scrolls, and must be scrollable by keyboard.
          tabIndex={words.length > 3 ? 0 : undefined}
          aria-label={texts.dialogTitle[kind]}
          className="mb-3 grid max-h-[7.75rem] grid-cols-1 gap-1 overflow-y-auto"
        >
          {words.map((word, at) => (
            <li
              key={`${at}:${word}`}
              className="flex min-h-9 items-center gap-1 rounded-md border border-line px-2 py-0.5 aria-[current]:border-accent"
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
                  focusInput();
                }}
              />
              <IconButton
                size="sm"
                tone="danger"
                label={texts.remove(word)}
                icon={<Trash2 aria-hidden />}
                onClick={() => remove(at)}
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
            autoCapitalize={kind === "pattern" ? "off" : undefined}
            spellCheck={kind === "pattern" ? false : undefined}
            className={kind === "pattern" ? "font-mono" : undefined}
            onChange={(event) => write(event.target.value, editing)}
          />
        </Field>
        <p role="status" className="mt-1 text-[0.8125rem] text-muted">
          {said}
        </p>
      </form>
      <TryValue agentId={agentId} row={row} />
    </Dialog>
  );
}

/** Synonyms are compared regardless of case; patterns exactly. */
const keyOf = (kind: Row["type"]) => (word: string) => (kind === "pattern" ? word : nameKey(word));
