import { useCallback, useMemo, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { messages } from "#app/messages.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import { BindPanel, type Span } from "./bind-panel.tsx";
import { bound, type Draft, type Phrase, withParameter } from "./draft.ts";
import { PhraseComposer, phraseInputId } from "./phrase-composer.tsx";
import { PhraseRow } from "./phrase-row.tsx";
import { useSelectedWords } from "./use-selected-words.ts";

const texts = messages.bots;
const SEARCH_FROM = 20;
const SHOWN_AT_ONCE = 100;

/** The training phrases of an intent: written above, listed below, bound to entities in a panel at the side. */
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
  const { phrases, editing } = draft;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [binding, setBinding] = useState<{ key: number; span: Span | undefined }>();
  const confirm = useConfirm();
  const toast = useToast();
  const searching = phrases.length > SEARCH_FROM && query !== "";
  const found = useMemo(
    () => (searching ? phrases.filter(({ text }) => phraseKey(text).includes(phraseKey(query))) : phrases),
    [phrases, query, searching],
  );
  const list = useSelectedWords((key, span) => setBinding({ key, span }));
  const opened = binding && phrases.find(({ key }) => key === binding.key);

  const remove = async (gone: ReadonlySet<number>, question: string, text: string, done: string) => {
    if (!(await confirm({ title: question, text, confirmLabel: messages.ui.delete }))) return;
    change((now) => ({
      phrases: now.phrases.filter(({ key }) => !gone.has(key)),
      ...(now.editing !== null && gone.has(now.editing) && { editing: null, pendingPhrase: "" }),
    }));
    setTicked((now) => new Set([...now].filter((key) => !gone.has(key))));
    toast.success(done);
  };

  // Rows are told apart by their phrase, so that a key pressed in the box draws none of them anew.
  const onTick = useCallback((phrase: Phrase, on: boolean) => {
    setTicked((now) => toggled(now, phrase.key, on));
  }, []);
  const onEdit = (phrase: Phrase) => {
    change({ editing: phrase.key, pendingPhrase: phrase.text });
    document.getElementById(phraseInputId)?.focus();
  };
  const onDelete = (phrase: Phrase) =>
    void remove(new Set([phrase.key]), texts.deletePhraseQuestion, phrase.text, texts.phraseDeleted);
  const onBind = useCallback((phrase: Phrase) => setBinding({ key: phrase.key, span: undefined }), []);

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
    <div className="grid grid-cols-1 gap-3">
      <PhraseComposer draft={draft} change={change} problem={problem} />
      {phrases.length > SEARCH_FROM && (
        <SearchInput label={texts.searchPhrases} value={query} delay={100} onSearch={setQuery} />
      )}
      <p role="status" className={searching ? "text-muted" : "sr-only"}>
        {searching ? texts.phrasesFound(found.length) : ""}
      </p>
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
              onClick={() =>
                void remove(
                  ticked,
                  texts.deletePhrasesQuestion,
                  texts.phraseCount(ticked.size),
                  texts.phrasesDeleted,
                )
              }
            >
              {texts.deleteTicked(ticked.size)}
            </Button>
          )}
        </div>
      )}
      <ul ref={list} className="grid grid-cols-1 gap-1">
        {found.slice(0, shown).map((phrase) => (
          <PhraseRow
            key={phrase.key}
            phrase={phrase}
            entities={entities}
            ticked={ticked.has(phrase.key)}
            editing={editing === phrase.key}
            onTick={onTick}
            onEdit={onEdit}
            onDelete={onDelete}
            onBind={onBind}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Button className="justify-self-center" onClick={() => setShown((now) => now + SHOWN_AT_ONCE)}>
          {texts.showMore} ({texts.shownOf(shown, found.length)})
        </Button>
      )}
      <BindPanel
        key={binding && `${binding.key}:${binding.span?.start}`}
        phrase={opened}
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
