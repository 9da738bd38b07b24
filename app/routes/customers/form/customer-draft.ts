import { customersTexts as texts } from "#texts/customers.ts";
import { problemsOf } from "#app/data/problems.ts";
import { problemOfValue } from "#workers/contract/customer-values.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, customerFields, NAME_LENGTH } from "#workers/contract/endpoints/customers.ts";
import { collapse } from "#workers/contract/fields.ts";
import type { ChosenTagging } from "#app/features/customers/tagging-picker.tsx";
import type { Phones } from "#app/features/customers/phones.ts";

export const socials = {
  whatsAppNumber: texts.whatsapp,
  twitterId: texts.twitter,
  facebookId: texts.facebook,
  instaId: texts.instagram,
} as const;
export type Social = keyof typeof socials;
export const socialNames = Object.keys(socials) as Social[];

/** A customer as form values. */
export interface CustomerDraft extends Record<Social, string> {
  name: string;
  /** The country of the number's dialling code, two letters; empty while none is chosen. */
  country: string;
  number: string;
  /** Values of the enterprise's own fields by field id. */
  values: Record<string, string>;
  groups: ChosenTagging[];
  tags: ChosenTagging[];
}

export const draftOf = (customer: Customer | undefined): CustomerDraft => ({
  name: customer?.name ?? "",
  country: "",
  number: customer?.phoneNumber ?? "",
  whatsAppNumber: customer?.whatsAppNumber ?? "",
  twitterId: customer?.twitterId ?? "",
  facebookId: customer?.facebookId ?? "",
  instaId: customer?.instaId ?? "",
  values: Object.fromEntries(customer?.data.map(({ id, value }) => [id, value]) ?? []),
  groups: customer?.groups.map(({ id, name }) => ({ id, name })) ?? [],
  tags: customer?.tags.map(({ id, name }) => ({ id, name })) ?? [],
});

/** The number to send, with its dialling code. Until `phones` is loaded, only numbers that begin with + have one. */
export const phoneOf = ({ number, country }: CustomerDraft, phones: Phones | undefined): string =>
  phones?.withCode(number, country) ?? number;

/** The request body. */
export const bodyOf = (
  draft: CustomerDraft,
  fields: readonly CustomerField[],
  phones: Phones | undefined,
) => ({
  name: draft.name,
  phoneNumber: phoneOf(draft, phones),
  whatsAppNumber: draft.whatsAppNumber,
  twitterId: draft.twitterId,
  facebookId: draft.facebookId,
  instaId: draft.instaId,
  data: fields.map(({ _id }) => ({ id: _id, value: draft.values[_id] ?? "" })),
  groups: draft.groups.map(({ id }) => id),
  tags: draft.tags.map(({ id }) => id),
});

/** Returns the problems by place: `name`, `phoneNumber`, `data.{id}` … from the contract and the fields' rules. */
export function problemsIn(
  draft: CustomerDraft,
  fields: readonly CustomerField[],
  phones: Phones | undefined,
  isNew: boolean,
): Record<string, string> {
  const problems = problemsOf(customerFields, bodyOf(draft, fields, phones));
  // The contract names a field that is too long by its index in the list.
  for (const [at, { _id }] of fields.entries()) {
    const tooLong = problems[`data.${at}.value`];
    delete problems[`data.${at}.value`];
    const problem = tooLong ?? problemOfValue(fields[at] as CustomerField, draft.values[_id] ?? "");
    if (problem) problems[`data.${_id}`] = problem;
  }
  const length = [...collapse(draft.name)].length;
  if (!problems.name && length < NAME_LENGTH.min) problems.name = texts.minimum(NAME_LENGTH.min);
  if (!problems.name && length > NAME_LENGTH.max) problems.name = texts.maximum(NAME_LENGTH.max);
  // The number of an existing customer cannot be changed.
  if (!isNew) delete problems.phoneNumber;
  else if (!problems.phoneNumber) {
    const problem = phones?.read(draft.number, draft.country).problem;
    if (problem) problems.phoneNumber = problem;
  }
  return problems;
}

/** Two drafts are equal when their request bodies would be; a country without a number does not count. */
export const digestOf = (draft: CustomerDraft): string => {
  const { country, values, ...rest } = draft;
  const given = Object.entries(values)
    .filter(([, value]) => value !== "")
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([rest, given, draft.number === "" ? "" : country]);
};

/** Lists the fields in which the version that somebody else has saved differs from the draft, with its values. */
export function differencesOf(
  theirs: Customer,
  mine: CustomerDraft,
  fields: readonly CustomerField[],
): string[] {
  const other = draftOf(theirs);
  const ids = (taggings: readonly ChosenTagging[]) =>
    taggings
      .map(({ id }) => id)
      .sort()
      .join();
  return [
    ...(collapse(mine.name) === other.name ? [] : [`${texts.name}: ${other.name}`]),
    ...fields
      .filter(({ _id }) => (mine.values[_id] ?? "").trim() !== (other.values[_id] ?? ""))
      .map(({ _id, fieldLabel }) => `${fieldLabel}: ${other.values[_id] || texts.nothing}`),
    ...socialNames
      .filter((name) => mine[name].trim() !== other[name])
      .map((name) => `${socials[name]}: ${other[name] || texts.nothing}`),
    ...(ids(mine.groups) === ids(other.groups) ? [] : [`${texts.groups}: ${listed(other.groups)}`]),
    ...(ids(mine.tags) === ids(other.tags) ? [] : [`${texts.labels}: ${listed(other.tags)}`]),
  ];
}

const listed = (taggings: readonly ChosenTagging[]): string =>
  taggings.map(({ name }) => name).join(", ") || texts.nothing;
