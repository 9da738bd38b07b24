import { useEffect, useMemo, useState } from "react";
import { call } from "#app/data/api.ts";
import { listEntities, type Entity } from "#workers/contract/endpoints/entities.ts";
import { nameKey } from "#workers/contract/fields.ts";

/** Number of entities the intents screen loads; if there are more, the server searches too. */
export const ENTITIES_TO_BIND = 100;

/** Returns the entities whose names contain the query: loaded ones immediately, others once the server answers. */
export function useEntitySearch(agentId: string, known: readonly Entity[], query: string) {
  const [answer, setAnswer] = useState<{ query: string; entities: Entity[] }>();
  const key = nameKey(query);
  const wanted = key !== "" && known.length >= ENTITIES_TO_BIND;

  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    call(listEntities, {
      params: { id: agentId },
      query: { searchterm: query.slice(0, 200), perPage: ENTITIES_TO_BIND },
      signal: stop.signal,
    })
      .then(({ entities }) => setAnswer({ query, entities }))
      // Loaded entities are still offered.
      .catch(() => !stop.signal.aborted && setAnswer({ query, entities: [] }));
    return () => stop.abort();
  }, [agentId, query, wanted]);

  const entities = useMemo(() => {
    const here = known.filter(({ name }) => nameKey(name).includes(key));
    const more = wanted && answer?.query === query ? answer.entities : [];
    return [...here, ...more.filter(({ id }) => !here.some((entity) => entity.id === id))];
  }, [known, key, wanted, answer, query]);
  return { entities, busy: wanted && answer?.query !== query };
}
