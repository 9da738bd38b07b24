import { useMemo } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { listEntities, type Entity } from "#workers/contract/endpoints/entities.ts";
import { nameKey } from "#workers/contract/fields.ts";

/** Number of entities the intents screen loads; if there are more, the server searches too. */
export const ENTITIES_TO_BIND = 100;

/** Returns the entities whose names contain the query: loaded ones immediately, others once the server answers. */
export function useEntitySearch(agentId: string, known: readonly Entity[], query: string) {
  const key = nameKey(query);
  const wanted = key !== "" && known.length >= ENTITIES_TO_BIND;
  // Where the search fails, loaded entities are still offered.
  const { answer, failure } = useQueryOf(
    listEntities,
    { params: { id: agentId }, query: { searchterm: query.slice(0, 200), perPage: ENTITIES_TO_BIND } },
    { enabled: wanted },
  );

  const entities = useMemo(() => {
    const here = known.filter(({ name }) => nameKey(name).includes(key));
    const more = (wanted && answer?.entities) || [];
    return [...here, ...more.filter(({ id }) => !here.some((entity) => entity.id === id))];
  }, [known, key, wanted, answer]);
  return { entities, busy: wanted && !answer && !failure };
}
