import { type Mapping, ROW_GROUP } from "#workers/contract/broadcast.ts";
import { type Slot, slotsOf, templateMessage } from "#workers/contract/templates/sending.ts";
import { UNSUBSCRIBE } from "#workers/contract/short-links.ts";
import { isUnsubscribePlace, slotsToFill } from "#workers/contract/templates/unsubscribing.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import type { BodyOf, Medium } from "#workers/contract/message-body.ts";
import type { SentMedia } from "#workers/contract/broadcast.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { namesOfText, type Part, parseText, renderText } from "../expression/text.ts";
import type { Known } from "../expression/names.ts";

/** A broadcast's message, as its row has it. */
export interface Says {
  template: Template;
  request: BroadcastRequest;
  channelType: number;
}

/** A recipient's values, by the names that columns and texts use. */
export type Contact = Readonly<Record<string, string>>;

/** Names of a recipient that a text may use, each with its column's name behind the dot. */
const GROUP = "contact.";
export const NAME = "name";
export const PHONE = "phoneNumber";

/** The columns that can fill a variable: the customer's built-in fields, and the enterprise's own by their names. */
export const columnsOf = (
  fields: readonly Pick<FieldRow, "fieldName" | "fieldLabel">[],
  texts: { name: string; phone: string },
) => [
  { name: NAME, label: texts.name },
  { name: PHONE, label: texts.phone },
  ...fields.map(({ fieldName, fieldLabel }) => ({ name: fieldName, label: fieldLabel })),
];

/** The name of a column in a text; those of a data file have their group already. */
const nameIn = (column: string): string => (column.startsWith(ROW_GROUP) ? column : `${GROUP}${column}`);

/** The names that texts may use: of customers, and of the data file's columns where there is one. */
export const knownOf = (
  fields: readonly Pick<FieldRow, "fieldName">[],
  rowNames: readonly string[] = [],
): Known =>
  new Map(
    [NAME, PHONE, ...fields.map(({ fieldName }) => fieldName), ...rowNames].map((each) => [
      nameIn(each),
      "text",
    ]),
  );

/** The columns of a data file that a mapping asks for. */
export const rowColumnsIn = (mappings: readonly Mapping[]): string[] =>
  mappings
    .flatMap(({ type, value }) =>
      type === "expression" ? namesOfText(parseText(value).parts) : type === "column" ? [value] : [],
    )
    .filter((each) => each.startsWith(ROW_GROUP));

/** Somebody's values that come from their row of a data file. */
export const rowIn = (data: string | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(data ?? "{}") as Record<string, string>).filter(([key]) =>
      key.startsWith(ROW_GROUP),
    ),
  );

interface Valued {
  name: string;
  phone: string;
  data: Readonly<Record<string, string>>;
  row: Readonly<Record<string, string>>;
}

/** Somebody's values by column: of the customer, and of their row of the data file. */
export const contactOf = (
  { name, phone, data, row }: Valued,
  fields: readonly Pick<FieldRow, "id" | "fieldName">[],
): Contact => ({
  ...Object.fromEntries(fields.map(({ id, fieldName }) => [fieldName, data[id] ?? ""])),
  [NAME]: name,
  [PHONE]: phone,
  ...row,
});

const isOfAddress = (key: string): boolean => key.startsWith("buttons.");

/** A broadcast's mapping, read once for all its recipients. */
export class Values {
  readonly #slots: readonly Slot[];
  readonly #mappings: ReadonlyMap<string, Mapping>;
  readonly #parts = new Map<string, Part[]>();

  constructor(
    template: Pick<Template, "category" | "components">,
    channelType: number,
    mappings: readonly Mapping[],
  ) {
    this.#slots = slotsToFill(template, channelType);
    this.#mappings = new Map(mappings.map((each) => [each.variable, each]));
    for (const { variable, type, value } of mappings) {
      if (type === "expression") this.#parts.set(variable, parseText(value).parts);
    }
  }

  /** Values of their own, and the keys of those that have none; nobody is sent a message with a gap. */
  of(contact: Contact): { own: Record<string, string>; missing: string[] } {
    const own: Record<string, string> = {};
    const missing: string[] = [];
    for (const { key } of this.#slots) {
      const mapping = this.#mappings.get(key);
      const value = mapping && this.#valueOf(mapping, contact);
      if (!mapping || value === undefined || value.trim() === "") missing.push(key);
      else if (mapping.type !== "static") own[key] = value;
    }
    return { own, missing };
  }

  #valueOf({ variable, type, value }: Mapping, contact: Contact): string | undefined {
    switch (type) {
      case "static":
        return value;
      case "column": {
        const found = contact[value] ?? "";
        return isOfAddress(variable) ? encodeURIComponent(found.toWellFormed()) : found;
      }
      case "expression": {
        const values = Object.fromEntries(
          Object.entries(contact).map(([column, each]) => [nameIn(column), each]),
        );
        const done = renderText(this.#parts.get(variable) ?? [], values, {
          as: isOfAddress(variable) ? "url" : "text",
        });
        return done.ok ? done.text : undefined;
      }
      default:
        return type satisfies never;
    }
  }
}

/** A file that is named with its type, as messages have it. */
export const mediumIn = (media: SentMedia | null | undefined): Medium | null => {
  if (!media) return null;
  const { type: _, ...medium } = media;
  return medium;
};

/** The message of one recipient: what is the same for all from the broadcast, the rest from their row. */
export function bodyFor(
  { template, request, channelType }: Says,
  data: string | Record<string, string> | null,
): BodyOf<"template"> {
  const own = typeof data === "string" ? (JSON.parse(data) as Record<string, string>) : (data ?? {});
  const same = request.columnMapping.flatMap(({ variable, type, value }) =>
    type === "static" ? [[variable, value] as const] : [],
  );
  const { media, cards } = request.message.template;
  const end = own[UNSUBSCRIBE];
  const ends = end === undefined ? [] : slotsOf(template.components).filter(isUnsubscribePlace);
  return templateMessage(
    template,
    channelType,
    { ...Object.fromEntries(same), ...own, ...Object.fromEntries(ends.map(({ key }) => [key, end ?? ""])) },
    {
      header: mediumIn(media),
      cards: cards.map((card) => mediumIn(card.media)),
    },
  );
}
