import { useQueryOf } from "#app/data/query.ts";
import type { Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import type { TaggingKind } from "./tagging-kinds.ts";

export interface TaggingsControl {
  /** Undefined until the first answer. */
  found: { taggings: Tagging[]; hasMore: boolean } | undefined;
  failure: string;
  reload: () => void;
}

/** The groups or labels that a search finds, as many as fit on a page; or all of them. */
export function useTaggings(
  kind: TaggingKind,
  search: string,
  { enabled = true, all = false }: { enabled?: boolean; all?: boolean } = {},
): TaggingsControl {
  const query = { search, ...(all && { perPage: -1 }) };
  const { answer, failure, reload } = useQueryOf(kind.list, { query }, { enabled, keepsLast: true });
  return {
    found: answer && {
      taggings: "groups" in answer ? answer.groups : answer.tags,
      hasMore: answer.hasMore,
    },
    failure: failure?.message ?? "",
    reload,
  };
}
