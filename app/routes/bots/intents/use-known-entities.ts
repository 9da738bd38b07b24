import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "#app/data/api.ts";
import { entityTypes, getEntity, type Entity } from "#workers/contract/endpoints/entities.ts";
import { systemEntities } from "#workers/contract/system-entities.ts";
import type { Draft } from "./intent-draft.ts";

export interface KnownEntities {
  /** The listed entities, all system entities, and those this intent refers to. */
  known: Entity[];
  /** Adds an entity found by search. */
  add: (entity: Entity) => void;
}

/** The list is one page of 100; entities beyond it that the intent refers to are fetched, to show their names. */
export function useKnownEntities(agentId: string, listed: readonly Entity[], draft: Draft): KnownEntities {
  const [extra, setExtra] = useState<Entity[]>([]);
  const asked = useRef(new Set<string>());
  const known = useMemo(() => {
    const byId = new Map<string, Entity>();
    for (const entity of [...listed, ...extra, ...ofSystem(agentId)]) {
      if (!byId.has(entity.id)) byId.set(entity.id, entity);
    }
    return [...byId.values()];
  }, [agentId, listed, extra]);
  const missing = useMemo(() => {
    const has = new Set(known.map(({ id }) => id));
    const used = [
      ...draft.parameters.map(({ id }) => id),
      ...draft.phrases.flatMap(({ refs }) => refs.map(({ entityId }) => entityId)),
    ];
    return [...new Set(used)].filter((id) => !has.has(id));
  }, [known, draft.parameters, draft.phrases]);

  useEffect(() => {
    for (const entityId of missing) {
      if (asked.current.has(entityId)) continue;
      asked.current.add(entityId);
      // A deleted entity stays labelled as such.
      call(getEntity, { params: { id: agentId, entityId } })
        .then((entity) => setExtra((now) => [...now, entity]))
        .catch(() => undefined);
    }
  }, [agentId, missing]);

  return { known, add: (entity) => setExtra((now) => [...now, entity]) };
}

const ofSystem = (agentId: string): Entity[] =>
  systemEntities.map((entity) => ({
    ...entity,
    agentId,
    type: entityTypes.system,
    values: [],
    updatedOn: "",
    revision: 1,
  }));
