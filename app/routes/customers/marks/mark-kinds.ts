import { type Answer, call, request } from "#app/api.ts";
import * as messages from "#app/messages.ts";
import {
  deleteGroup,
  deleteLabel,
  listGroups,
  listLabels,
  mapToGroups,
  mapToLabels,
  type Mark,
  saveGroup,
  saveLabel,
} from "#workers/contract/endpoints/customer-marks.ts";

/** Groups and labels are the same concept under two names; their differences are here. */

export interface MarksFound {
  marks: Mark[];
  hasMore: boolean;
}
interface Search {
  search: string;
  perPage?: number;
}
interface Mapping {
  markIds: string[];
  customerIds: string[];
  remove: boolean;
}

export interface MarkKind {
  id: "group" | "label";
  /** Its name in the list's address. */
  param: "group" | "label";
  /** Its name in a filter. */
  filter: "groups" | "tags";
  texts: (typeof markTexts)["group" | "label"];
  list: (query: Search, signal?: AbortSignal) => Promise<MarksFound>;
  save: (mark: { id?: string | undefined; name: string }) => Promise<Answer<Mark>>;
  remove: (id: string) => Promise<Answer<null>>;
  map: (mapping: Mapping) => Promise<Answer<{ changed: number; work: string }>>;
}

const texts = messages.customers;
const markTexts = texts.marks;

export const markKinds: Record<MarkKind["id"], MarkKind> = {
  group: {
    id: "group",
    param: "group",
    filter: "groups",
    texts: markTexts.group,
    list: async (query, signal) => {
      const { groups, hasMore } = await call(listGroups, { query, ...(signal && { signal }) });
      return { marks: groups, hasMore };
    },
    save: (body) => request(saveGroup, { body }),
    remove: (id) => request(deleteGroup, { params: { id } }),
    map: ({ markIds, ...rest }) => request(mapToGroups, { body: { ...rest, groupIds: markIds } }),
  },
  label: {
    id: "label",
    param: "label",
    filter: "tags",
    texts: markTexts.label,
    list: async (query, signal) => {
      const { tags, hasMore } = await call(listLabels, { query, ...(signal && { signal }) });
      return { marks: tags, hasMore };
    },
    save: (body) => request(saveLabel, { body }),
    remove: (id) => request(deleteLabel, { params: { id } }),
    map: ({ markIds, ...rest }) => request(mapToLabels, { body: { ...rest, tagIds: markIds } }),
  },
};
export const bothKinds = [markKinds.group, markKinds.label] as const;
