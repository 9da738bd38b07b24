import { useMemo } from "react";
import { cx } from "#app/components/ui/cx.ts";
import { intentsTexts } from "#texts/intents.ts";
import { entityListTexts as texts } from "#texts/entity-list.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import type { Phrase } from "./intent-draft.ts";
import { toneOf } from "./entity-tone.ts";

/** The entities bound in the phrases, with their colours and counts. */
export function EntityLegend({ phrases, entities }: { phrases: readonly Phrase[]; entities: Entity[] }) {
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { refs } of phrases) {
      for (const { entityId } of refs) found.set(entityId, (found.get(entityId) ?? 0) + 1);
    }
    return [...found];
  }, [phrases]);
  if (counts.length === 0) return null;
  return (
    <ul aria-label={texts.legend} className="flex flex-wrap gap-1.5">
      {counts.map(([id, count]) => (
        <li key={id} className={cx("rounded px-1.5 py-0.5 text-xs", toneOf(entities, id))}>
          <span className="font-semibold">
            {entities.find((entity) => entity.id === id)?.name ?? intentsTexts.unknownEntityName}
          </span>{" "}
          {texts.legendCount(count)}
        </li>
      ))}
    </ul>
  );
}
