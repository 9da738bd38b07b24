import type { ChosenTagging } from "#app/features/customers/tagging-picker.tsx";
import type { AudienceFile, MappingType, SentMedia } from "#workers/contract/broadcast.ts";
import type { CustomerRow } from "#workers/contract/endpoints/customers.ts";
import type { MessageTemplate } from "#workers/contract/endpoints/templates.ts";
import type { FieldFilter } from "#workers/contract/field-filter.ts";
import type { TemplateType } from "#workers/contract/templates/template.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

export type ChosenTemplate = Pick<MessageTemplate, "id" | "name" | "language" | "category" | "components">;
export type Person = Pick<CustomerRow, "id" | "name" | "phoneNumber">;
/** Beside those who are named: nobody, everybody in groups or with labels, or the whole customer master. */
export type Also = "nobody" | "matching" | "everybody";

export interface ChosenMapping {
  type: MappingType;
  value: string;
}

/** A broadcast as the form has it. */
export interface BroadcastDraft {
  name: string;
  type: TemplateType;
  channelId: string;
  template: ChosenTemplate | null;
  media: SentMedia | null;
  /** By card. */
  cards: Readonly<Record<number, SentMedia>>;
  numbers: string;
  people: readonly Person[];
  /** A file whose rows get it, too. */
  file: AudienceFile | null;
  also: Also;
  /** Of a saved view; everybody has to match it. */
  search: string;
  groups: readonly ChosenTagging[];
  tags: readonly ChosenTagging[];
  /** Of a saved view; everybody has to match all of them. A draft that was kept before there were any has none. */
  fields?: readonly FieldFilter[];
  mappings: Readonly<Record<string, ChosenMapping>>;
  trackClicks: boolean;
  isLater: boolean;
  /** As typed. */
  start: string;
  timezone: string;
}

export const newDraft = (timezone: string): BroadcastDraft => ({
  name: "",
  type: channelTypes.whatsApp,
  channelId: "",
  ...withoutTemplate,
  numbers: "",
  people: [],
  file: null,
  also: "nobody",
  search: "",
  groups: [],
  tags: [],
  trackClicks: false,
  isLater: false,
  start: "",
  timezone,
});

/** Whether it says which customers of the master are meant, beside those who are named. */
export const isNarrowed = ({
  groups,
  tags,
  search,
  fields = [],
}: Pick<BroadcastDraft, "groups" | "tags" | "search" | "fields">): boolean =>
  groups.length + tags.length + fields.length > 0 || search !== "";

/** Another template has other files and variables. */
export const withoutTemplate = {
  template: null,
  media: null,
  cards: {},
  mappings: {},
} satisfies Partial<BroadcastDraft>;

/** The id of the control at a place, such as `channel`, `cards.0` or `mapping.body/1`. */
export const idOf = (place: string): string => `broadcast-${place.replaceAll(/[^\w]/g, "-")}`;
