import { type Answer, request } from "#app/data/api.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import {
  deleteGroup,
  deleteLabel,
  listGroups,
  listLabels,
  mapToGroups,
  mapToLabels,
  type Tagging,
  saveGroup,
  saveLabel,
} from "#workers/contract/endpoints/customer-taggings.ts";

/** Groups and labels are the same concept under two names; their differences are here. */

interface Mapping {
  markIds: string[];
  customerIds: string[];
  remove: boolean;
}

export interface TaggingKind {
  id: "group" | "label";
  /** Its name in the list's address. */
  param: "group" | "label";
  /** Its name in a filter. */
  filter: "groups" | "tags";
  texts: (typeof taggingTexts)["group" | "label"];
  list: typeof listGroups | typeof listLabels;
  save: (tagging: { id?: string | undefined; name: string }) => Promise<Answer<Tagging>>;
  remove: (id: string) => Promise<Answer<null>>;
  map: (mapping: Mapping) => Promise<Answer<{ changed: number; work: string }>>;
}

const taggingTexts = texts.taggings;

export const taggingKinds: Record<TaggingKind["id"], TaggingKind> = {
  group: {
    id: "group",
    param: "group",
    filter: "groups",
    texts: taggingTexts.group,
    list: listGroups,
    save: (body) => request(saveGroup, { body }),
    remove: (id) => request(deleteGroup, { params: { id } }),
    map: ({ markIds, ...rest }) => request(mapToGroups, { body: { ...rest, groupIds: markIds } }),
  },
  label: {
    id: "label",
    param: "label",
    filter: "tags",
    texts: taggingTexts.label,
    list: listLabels,
    save: (body) => request(saveLabel, { body }),
    remove: (id) => request(deleteLabel, { params: { id } }),
    map: ({ markIds, ...rest }) => request(mapToLabels, { body: { ...rest, tagIds: markIds } }),
  },
};
export const bothKinds = [taggingKinds.group, taggingKinds.label] as const;
