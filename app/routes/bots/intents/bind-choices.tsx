import { useMemo } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { intentsTexts } from "#texts/intents.ts";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { EntityDot } from "./entity-dot.tsx";

/** The entities that words can be bound to: those with the words as a value, the bot's own, the system's. */
export function BindChoices({
  known,
  found,
  words,
  onChoose,
}: {
  known: Entity[];
  found: readonly Entity[];
  words: string | undefined;
  onChoose: (entity: Entity) => void;
}) {
  const groups = useMemo(() => {
    const suggested = words === undefined ? [] : found.filter((entity) => knows(entity, words));
    const rest = found.filter((entity) => !suggested.includes(entity));
    return [
      { title: texts.suggested, entities: suggested },
      { title: texts.custom, entities: rest.filter(({ type }) => type === entityTypes.custom) },
      { title: texts.system, entities: rest.filter(({ type }) => type === entityTypes.system) },
    ];
  }, [found, words]);
  return groups.map(
    ({ title, entities }) =>
      entities.length > 0 && (
        <section key={title} aria-label={title}>
          <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
          <ul className="grid grid-cols-1 gap-1">
            {entities.map((entity) => (
              <li key={entity.id}>
                <Choice
                  known={known}
                  entity={entity}
                  ready={words !== undefined}
                  onChoose={() => onChoose(entity)}
                />
              </li>
            ))}
          </ul>
        </section>
      ),
  );
}

function Choice({
  known,
  entity: { id, name, description },
  ready,
  onChoose,
}: {
  known: Entity[];
  entity: Entity;
  ready: boolean;
  onChoose: () => void;
}) {
  return (
    <Button
      className="w-full justify-start text-left whitespace-normal"
      disabledReason={ready ? undefined : intentsTexts.chooseWords}
      onClick={onChoose}
    >
      <EntityDot known={known} id={id} />
      <span className="min-w-0 flex-1">
        <span className="block break-words">{name}</span>
        {description && (
          <span title={description} className="block truncate text-xs font-normal text-muted">
            {description}
          </span>
        )}
      </span>
    </Button>
  );
}

/** Returns whether a value or synonym equals the words; patterns are only evaluated on the server. */
function knows({ values }: Entity, words: string): boolean {
  const key = nameKey(words);
  return values.some(
    ({ value, type, synonyms }) =>
      type === "synonymns" && [value, ...synonyms].some((each) => nameKey(each) === key),
  );
}
