import { type TaggingKind, taggingKinds } from "./tagging-kinds.ts";
import { useTaggings } from "./use-taggings.ts";

/** Names of the groups and labels by which the list is filtered: a shared link has only their ids. */
export function useTaggingNames(filter: {
  groups: readonly string[];
  tags: readonly string[];
}): (id: string) => string | undefined {
  const groups = useNamesOf(taggingKinds.group, filter.groups);
  const labels = useNamesOf(taggingKinds.label, filter.tags);
  return (id) => groups.get(id) ?? labels.get(id);
}

/** All are asked for only if one is missing among those that the panel shows first. */
function useNamesOf(kind: TaggingKind, ids: readonly string[]): ReadonlyMap<string, string> {
  const first = useTaggings(kind, "", { enabled: ids.length > 0 });
  const names = namesIn(first.found);
  const missing = first.found !== undefined && ids.some((id) => !names.has(id));
  const every = useTaggings(kind, "", { all: true, enabled: missing });
  if (!missing) return names;
  const all = new Map([...names, ...namesIn(every.found)]);
  if (every.found) for (const id of ids) if (!all.has(id)) all.set(id, kind.texts.gone);
  return all;
}

const namesIn = (found: ReturnType<typeof useTaggings>["found"]): Map<string, string> =>
  new Map(found?.taggings.map(({ id, name }) => [id, name]));
