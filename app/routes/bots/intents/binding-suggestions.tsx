import { X } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { intentsTexts } from "#texts/intents.ts";
import { builderTexts as texts } from "#texts/builder.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import type { Phrase } from "./intent-draft.ts";
import { type Suggestion, suggestionsOf } from "./same-words.ts";

/** More would be a list of its own; those after them come when these are bound. */
const SHOWN = 3;

/** Words of the phrases that are values of the bot's entities and not bound yet, each bound everywhere by a press. */
export function BindingSuggestions({
  phrases,
  entities,
  onBind,
}: {
  phrases: readonly Phrase[];
  entities: Entity[];
  onBind: (suggestion: Suggestion) => void;
}) {
  const [hidden, setHidden] = useState(false);
  const settled = useDeferredValue(phrases);
  const suggestions = useMemo(
    () => (hidden ? [] : suggestionsOf(settled, entities)),
    [hidden, settled, entities],
  );
  if (suggestions.length === 0) return null;
  const nameOf = (id: string) =>
    entities.find((entity) => entity.id === id)?.name ?? intentsTexts.unknownEntityName;
  return (
    <div role="group" aria-label={texts.suggestions} className="flex flex-wrap items-center gap-1.5">
      {suggestions.slice(0, SHOWN).map((suggestion) => {
        const { entityId, words, phrases: count } = suggestion;
        return (
          <Button
            key={`${entityId}${words}`}
            size="sm"
            title={texts.suggestion(words, nameOf(entityId), count)}
            aria-label={texts.suggestion(words, nameOf(entityId), count)}
            className="min-h-6! pointer-coarse:min-h-11! max-w-full gap-1! border-dashed! px-1.5! py-0! text-xs!"
            onClick={() => onBind(suggestion)}
          >
            <span className="min-w-0 truncate">{texts.suggestionShort(words, nameOf(entityId))}</span>
            <span className="text-muted tabular-nums">{count}</span>
          </Button>
        );
      })}
      <IconButton
        size="sm"
        className="size-6! pointer-coarse:size-11!"
        label={texts.hideSuggestions}
        icon={<X aria-hidden />}
        onClick={() => setHidden(true)}
      />
    </div>
  );
}
