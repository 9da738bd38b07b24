import { useCallback, useEffect, useState } from "react";
import type { Mark } from "#workers/contract/endpoints/customer-marks.ts";
import { bothKinds } from "../marks/mark-kinds.ts";
import type { Filter } from "./place.ts";

export interface MarkNames {
  nameOf: (id: string) => string | undefined;
  learn: (marks: readonly Pick<Mark, "id" | "name">[]) => void;
}

/** Names of the groups and labels by which the list is filtered: a shared link has only their ids. */
export function useMarkNames(filter: Filter): MarkNames {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const learn = useCallback(
    (marks: readonly Pick<Mark, "id" | "name">[]) =>
      setNames((now) => {
        if (marks.every(({ id, name }) => now.get(id) === name)) return now;
        return new Map([...now, ...marks.map(({ id, name }) => [id, name] as const)]);
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
        ({ marks }) => {
          const known = new Set(marks.map(({ id }) => id));
          const gone = filter[kind.filter].filter((id) => !known.has(id));
          learn([...marks, ...gone.map((id) => ({ id, name: kind.texts.gone }))]);
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
