import { Unlink } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { intentsTexts as texts } from "#texts/intents.ts";
import { builderTexts } from "#texts/builder.ts";
import { entityListTexts } from "#texts/entity-list.ts";
import { uiTexts } from "#texts/ui.ts";
import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";
import type { EntityRef } from "#workers/contract/endpoints/intents.ts";
import { BindChoices } from "./bind-choices.tsx";
import type { Phrase } from "./intent-draft.ts";
import { EntityDot } from "./entity-dot.tsx";
import { placesOf } from "./same-words.ts";
import { useEntitySearch } from "./use-entity-search.ts";
import { type Span, wordsOf } from "./words.ts";

/** Binds words of a phrase to an entity. The words are preselected, or picked here: the first, then the last. */
export function BindPanel({
  agentId,
  phrase,
  phrases,
  span,
  entities,
  onBind,
  onUnbind,
  onClose,
}: {
  agentId: string;
  phrase: Phrase;
  /** All of the intent: the same words may be in others too. */
  phrases: Phrase[];
  span: Span | undefined;
  entities: Entity[];
  onBind: (phrase: Phrase, span: Span, entity: Entity, everywhere: boolean) => void;
  onUnbind: (phrase: Phrase, ref: EntityRef) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(span);
  const [query, setQuery] = useState("");
  const [everywhere, setEverywhere] = useState(false);
  const search = useEntitySearch(agentId, entities, query);
  const words = chosen && phrase.text.slice(chosen.start, chosen.end);
  const others = useMemo(
    () =>
      words === undefined
        ? 0
        : phrases.filter((other) => other.key !== phrase.key && placesOf(other, words).length > 0).length,
    [phrases, phrase.key, words],
  );

  const press = (word: Span) =>
    setChosen((now) =>
      now && word.start >= now.end
        ? { start: now.start, end: word.end }
        : now && word.end <= now.start
          ? { start: word.start, end: now.end }
          : word,
    );

  return (
    <SidePanel open onClose={onClose} title={texts.selectedUtterance}>
      <div className="grid grid-cols-1 gap-4">
        <div>
          <p id="words-hint" className="mb-1.5 text-muted">
            {texts.chooseWords}
          </p>
          <div role="group" aria-labelledby="words-hint" className="flex flex-wrap gap-1">
            {wordsOf(phrase.text).map((word) => {
              const on = chosen !== undefined && word.start < chosen.end && word.end > chosen.start;
              return (
                <button
                  key={word.start}
                  type="button"
                  aria-pressed={on}
                  onClick={() => press(word)}
                  className={cx(
                    "min-h-7 pointer-coarse:min-h-11 rounded-md border px-2 break-all",
                    on ? "border-accent bg-accent-soft text-accent-ink" : "border-edge hover:bg-hover",
                  )}
                >
                  {phrase.text.slice(word.start, word.end)}
                </button>
              );
            })}
          </div>
        </div>
        {words !== undefined && (
          <p aria-live="polite">
            <span className="text-muted">{texts.selectedWords} </span>
            <strong className="break-words">{words}</strong>
          </p>
        )}
        {words !== undefined && others > 0 && (
          <Checkbox
            label={builderTexts.everywhere(words, others)}
            checked={everywhere}
            onChange={setEverywhere}
          />
        )}
        {phrase.refs.length > 0 && (
          <section
            aria-labelledby="bound-title"
            className="grid grid-cols-1 gap-1 rounded-lg border border-line p-3"
          >
            <h3 id="bound-title" className="font-semibold">
              {texts.boundHere}
            </h3>
            {phrase.refs.map((ref) => {
              const bound = phrase.text.slice(ref.entityStartPos, ref.entityEndPos);
              const name = entities.find(({ id }) => id === ref.entityId)?.name ?? texts.unknownEntityName;
              return (
                <div key={ref.entityStartPos} className="flex items-center justify-between gap-2">
                  <span className="flex min-w-0 items-center gap-1.5 break-words">
                    <EntityDot known={entities} id={ref.entityId} />
                    <span className="min-w-0">
                      {bound} <span className="text-muted">→ {name}</span>
                    </span>
                  </span>
                  <Button size="sm" icon={<Unlink aria-hidden />} onClick={() => onUnbind(phrase, ref)}>
                    {texts.unbind}
                  </Button>
                </div>
              );
            })}
          </section>
        )}
        <SearchInput label={texts.searchEntities} value={query} delay={100} onSearch={setQuery} />
        {!entities.some(({ type }) => type === entityTypes.custom) && (
          <p className="text-muted">
            {texts.noEntities}{" "}
            <Link
              to={`/bots/${agentId}/entity-list/create`}
              className="rounded text-accent-ink underline underline-offset-2"
            >
              {entityListTexts.createFirst}
            </Link>
          </p>
        )}
        <p role="status" className={search.entities.length > 0 && !search.busy ? "sr-only" : "text-muted"}>
          {search.busy ? entityListTexts.searching : search.entities.length === 0 ? uiTexts.noMatches : ""}
        </p>
        <BindChoices
          known={entities}
          found={search.entities}
          words={words}
          onChoose={(entity) => chosen && onBind(phrase, chosen, entity, everywhere && others > 0)}
        />
      </div>
    </SidePanel>
  );
}
