import { Plus } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { messages } from "#app/messages.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import { BindPanel, type Span } from "./bind-panel.tsx";
import { bound, type Draft, type Phrase, reworded, withParameter, withPhrases } from "./draft.ts";
import { PhraseRow } from "./phrase-row.tsx";

const texts = messages.bots;
const SEARCH_FROM = 20;
const SHOWN_AT_ONCE = 100;
export const phraseInputId = "phrase-input";

/** Training phrases: Ctrl+Enter adds one, or replaces the one being edited; many lines pasted are many phrases. */
export function PhrasesTab({
  draft,
  change,
  entities,
  problem,
}: {
  draft: Draft;
  change: (change: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;
  entities: Entity[];
  problem: string | undefined;
}) {
  const [editing, setEditing] = useState<Phrase>();
  const [error, setError] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [binding, setBinding] = useState<{ phrase: Phrase; span: Span | undefined }>();
  const confirm = useConfirm();
  const toast = useToast();
  const { phrases, pendingPhrase } = draft;
  const found = query ? phrases.filter(({ text }) => phraseKey(text).includes(phraseKey(query))) : phrases;

  const add = () => {
    const text = pendingPhrase.trim();
    if (text === "") return setError(texts.phrasesEmpty);
    if (editing) return replace(editing, text);
    const { phrases: next, repeated } = withPhrases(phrases, [text]);
    if (repeated > 0) return setError(texts.duplicatePhrase);
    change({ phrases: next, pendingPhrase: "" });
    setError("");
  };

  const replace = (old: Phrase, text: string) => {
    if (phrases.some(({ key, text: other }) => key !== old.key && phraseKey(other) === phraseKey(text))) {
      return setError(texts.duplicatePhrase);
    }
    const next = reworded(old, text);
    if (next.refs.length < old.refs.length)
      toast.info(texts.bindingsDropped(old.refs.length - next.refs.length));
    change({ phrases: phrases.map((each) => (each.key === old.key ? next : each)), pendingPhrase: "" });
    setEditing(undefined);
    setError("");
  };

  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData("text")
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim());
    if (lines.length < 2 || editing) return;
    event.preventDefault();
    const { phrases: next, repeated } = withPhrases(phrases, lines);
    change({ phrases: next });
    toast.info(texts.phrasesPasted(lines.length - repeated, repeated));
  };

  const remove = async (gone: ReadonlySet<number>, question: string, done: string) => {
    if (!(await confirm({ title: question, confirmLabel: messages.ui.delete }))) return;
    change((now) => ({ phrases: now.phrases.filter(({ key }) => !gone.has(key)) }));
    setTicked(new Set());
    if (editing && gone.has(editing.key)) stopEditing();
    toast.success(done);
  };

  const stopEditing = () => {
    setEditing(undefined);
    change({ pendingPhrase: "" });
    setError("");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      add();
    } else if (event.key === "Escape" && editing) stopEditing();
  };

  const bind = (phrase: Phrase, span: Span, entity: Entity) => {
    const ref = { entityId: entity.id, entityStartPos: span.start, entityEndPos: span.end };
    change((now) => ({
      phrases: now.phrases.map((each) => (each.key === phrase.key ? bound(each, ref) : each)),
      parameters: withParameter(now.parameters, entity),
    }));
    setBinding(undefined);
  };

  const tickedHere = found.filter(({ key }) => ticked.has(key)).length;
  return (
    <div className="grid gap-3 pt-3">
      <Field
        id={phraseInputId}
        label={editing ? texts.editPhrase : texts.newPhrase}
        hint={texts.phraseHint}
        error={error || problem}
      >
        <Textarea
          rows={2}
          maxLength={500}
          value={pendingPhrase}
          onChange={(event) => {
            change({ pendingPhrase: event.target.value });
            setError("");
          }}
          onKeyDown={onKeyDown}
          onPaste={paste}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {editing && <Button onClick={stopEditing}>{messages.ui.cancel}</Button>}
        <Button icon={<Plus aria-hidden />} onClick={add}>
          {editing ? texts.replacePhrase : texts.addPhrase}
        </Button>
      </div>
      {phrases.length > SEARCH_FROM && (
        <SearchInput label={texts.searchPhrases} value={query} delay={100} onSearch={setQuery} />
      )}
      {phrases.length === 0 && <p className="py-6 text-center text-muted">{texts.noPhrases}</p>}
      {found.length > 0 && (
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <Checkbox
            label={texts.tickAll(found.length)}
            checked={tickedHere === found.length}
            mixed={tickedHere > 0 && tickedHere < found.length}
            onChange={(all) => setTicked(new Set(all ? found.map(({ key }) => key) : []))}
          />
          {ticked.size > 0 && (
            <Button
              size="sm"
              tone="danger"
              onClick={() => void remove(ticked, texts.deletePhrasesQuestion, texts.phrasesDeleted)}
            >
              {texts.deleteTicked(ticked.size)}
            </Button>
          )}
        </div>
      )}
      <ul className="grid gap-1">
        {found.slice(0, shown).map((phrase) => (
          <PhraseRow
            key={phrase.key}
            phrase={phrase}
            entities={entities}
            ticked={ticked.has(phrase.key)}
            editing={editing?.key === phrase.key}
            onTick={(on) => setTicked((now) => toggled(now, phrase.key, on))}
            onEdit={() => {
              setEditing(phrase);
              change({ pendingPhrase: phrase.text });
              document.getElementById(phraseInputId)?.focus();
            }}
            onDelete={() =>
              void remove(new Set([phrase.key]), texts.deletePhraseQuestion, texts.phraseDeleted)
            }
            onBind={(span) => setBinding({ phrase, span })}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Button onClick={() => setShown((now) => now + SHOWN_AT_ONCE)}>{texts.showMore}</Button>
      )}
      <BindPanel
        key={binding && `${binding.phrase.key}:${binding.span?.start}`}
        phrase={binding && (phrases.find(({ key }) => key === binding.phrase.key) ?? binding.phrase)}
        span={binding?.span}
        entities={entities}
        onBind={bind}
        onUnbind={(phrase, ref) =>
          change((now) => ({
            phrases: now.phrases.map((each) =>
              each.key === phrase.key ? { ...each, refs: each.refs.filter((other) => other !== ref) } : each,
            ),
          }))
        }
        onClose={() => setBinding(undefined)}
      />
    </div>
  );
}

function toggled(set: ReadonlySet<number>, key: number, on: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}
