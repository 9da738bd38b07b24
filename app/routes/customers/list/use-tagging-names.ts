import { useCallback, useEffect, useState } from "react";
import type { Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import { bothKinds } from "../taggings/tagging-kinds.ts";
import type { Filter } from "./list-state.ts";

export interface TaggingNames {
  nameOf: (id: string) => string | undefined;
  learn: (taggings: readonly Pick<Tagging, "id" | "name">[]) => void;
}

/** Names of the groups and labels by which the list is filtered: a shared link has only their ids. */
export function useTaggingNames(filter: Filter): TaggingNames {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const learn = useCallback(
    (taggings: readonly Pick<Tagging, "id" | "name">[]) =>
      setNames((now) => {
        if (taggings.every(({ id, name }) => now.get(id) === name)) return now;
        return new Map([...now, ...taggings.map(({ id, name }) => [id, name] as const)]);
      }),
    [],
  );
  const missing = bothKinds
    .filter((kind) => filter[kind.filter].some((id) => !names.has(id)))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    const asked = new AbortController();
    for (const kind of bothKinds.filter(({ id }) => missing.split(",").includes(id))) {
      kind.list({ search: "", perPage: -1 }, asked.signal).then(
        ({ taggings }) => {
          const known = new Set(taggings.map(({ id }) => id));
          const gone = filter[kind.filter].filter((id) => !known.has(id));
          learn([...taggings, ...gone.map((id) => ({ id, name: kind.texts.gone }))]);
        },
        () => undefined,
      );
    }
    return () => asked.abort();
    // Missing names are requested once; the filter is a new object on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [missing, learn]);
  return { nameOf: (id) => names.get(id), learn };
}
