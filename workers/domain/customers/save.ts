import { and, eq, isNull, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { customerMarks, customers, type FieldValues, marks } from "#db/tenant/customers.ts";
import { problemOfValue } from "#workers/contract/customer-values.ts";
import {
  type Customer,
  NAME_LENGTH,
  PHONE_LENGTH,
  type saveCustomer as contract,
} from "#workers/contract/endpoints/customers.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { nextRevision, refuseStale, stillAt, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { customerRecord, getCustomer, marksOf, type CustomerRecord, thisCustomer } from "./customer.ts";
import { type FieldRow, fieldsAsRead, fieldsChanged, liveFields, searchedFields } from "./live-fields.ts";
import { listed } from "./matching.ts";
import { phoneOf } from "./phone.ts";
import { searchTextOf } from "./search-text.ts";

const texts = messages.customers;
type Fields = InputOf<typeof contract>["body"];

/**
 * Creates a customer (without `id`), or changes one, whose phone number cannot change. Throws invalid with the reasons
 * by field, phoneTaken with the owner's name and id, notFound, or changedMeanwhile.
 */
export async function saveCustomer(
  scope: Scope,
  sent: Fields,
): Promise<{ customer: Customer; created: boolean }> {
  const { id, revision, ...fields } = sent;
  const before = id === undefined ? null : await customerRecord(scope, id);
  if (before) refuseStale(before, revision);
  const defined = await liveFields(scope);
  const marked = [...new Set([...fields.groups, ...fields.tags])];
  const row = await checked(scope, fields, before, defined, marked);
  const customerId = before?.id ?? scope.newId();
  const { db, enterpriseId, now } = scope;
  const values = {
    ...row,
    search: searchTextOf(row, searchedFields(defined)),
    ...nextRevision(scope, before),
  };
  const shown = { by: scope.actor.name, ...auditedForm({ ...row, marks: marked }) };
  const work = db.batch([
    only(scope, fieldsAsRead(scope, defined)),
    ...(before ? [stillAt(scope, customers, before.id, before.revision)] : []),
    before
      ? db.update(customers).set(values).where(thisCustomer(scope, before.id))
      : db.insert(customers).values({ ...values, id: customerId, enterpriseId, createdAt: now() }),
    ...marksSet(scope, customerId, marked),
    audited(scope, {
      action: before ? "update" : "create",
      kind: "customer",
      object: { id: customerId, name: row.name },
      before:
        before &&
        auditedForm({ ...before, marks: (await marksOf(scope, before.number)).map(({ id: mark }) => mark) }),
      after: shown,
    }),
  ]);
  try {
    await work;
  } catch (error) {
    // Somebody defined or deleted a field at the same moment: the customer is checked again by the new ones.
    if (wasRefused(error) && (await fieldsChanged(scope, defined))) return saveCustomer(scope, sent);
    if (wasRefused(error)) await unlessStale(work, () => customerRecord(scope, customerId));
    if (!describe(error).includes("UNIQUE constraint failed")) throw error;
    throw await taken(scope, row.phone);
  }
  return { ...(await getCustomer(scope, customerId)), created: before === null };
}

type Values = Pick<
  CustomerRecord,
  "name" | "nameKey" | "phone" | "phoneTyped" | "whatsapp" | "facebookId" | "instaId" | "twitterId" | "data"
>;

async function checked(
  scope: Scope,
  fields: Fields,
  before: CustomerRecord | null,
  defined: readonly FieldRow[],
  marked: readonly string[],
): Promise<Values> {
  const errors: Record<string, string> = {};
  const length = [...fields.name].length;
  if (length < NAME_LENGTH.min) errors["name"] = texts.minimum(NAME_LENGTH.min);
  if (length > NAME_LENGTH.max) errors["name"] = texts.maximum(NAME_LENGTH.max);
  // An existing customer's number cannot change: a number sent with an edit is ignored.
  const phone = before?.phone ?? phoneOf(fields.phoneNumber);
  if (phone === undefined) errors["phoneNumber"] = texts.phoneWrong;
  else if (phone.length < PHONE_LENGTH.min) errors["phoneNumber"] = texts.minimum(PHONE_LENGTH.min);
  const data = checkedData(fields, defined, before?.data ?? {}, errors);
  const missing = await unknownMarks(scope, fields, marked);
  if (missing) errors[missing] = texts.unknownMark;
  const [first] = Object.values(errors);
  if (first !== undefined || phone === undefined) {
    throw new DomainError("invalid", { message: first ?? texts.phoneWrong, errors });
  }
  return {
    name: fields.name,
    nameKey: nameKey(fields.name),
    phone,
    phoneTyped: before?.phoneTyped ?? fields.phoneNumber,
    whatsapp: fields.whatsAppNumber,
    facebookId: fields.facebookId,
    instaId: fields.instaId,
    twitterId: fields.twitterId,
    data,
  };
}

/** Checks the values that were sent by each field's rules; the others stay. Errors are named `data.{id}`. */
function checkedData(
  { data }: Fields,
  defined: readonly FieldRow[],
  before: FieldValues,
  errors: Record<string, string>,
): FieldValues {
  const sent = new Map(data.map(({ id, value }) => [id, value]));
  const values = new Map<string, string>();
  for (const { id, fieldLabel, rules } of defined) {
    const value = sent.get(id) ?? before[id] ?? "";
    sent.delete(id);
    const problem = problemOfValue({ ...rules, fieldLabel }, value);
    if (problem) errors[`data.${id}`] = problem;
    else if (value !== "") values.set(id, value.trim());
  }
  for (const id of sent.keys()) errors[`data.${id}`] = texts.unknownField;
  return Object.fromEntries(values);
}

/** Returns which of the two lists names a mark of another enterprise or of the wrong kind. */
async function unknownMarks(
  { db, enterpriseId }: Scope,
  { groups, tags }: Fields,
  marked: readonly string[],
): Promise<"groups" | "tags" | undefined> {
  if (marked.length === 0) return undefined;
  const known = await db
    .select({ id: marks.id, kind: marks.kind })
    .from(marks)
    .where(and(eq(marks.enterpriseId, enterpriseId), sql`${marks.id} IN ${listed(marked)}`));
  const are = (kind: "group" | "label", ids: readonly string[]) =>
    ids.every((id) => known.some((mark) => mark.id === id && mark.kind === kind));
  if (!are("group", groups)) return "groups";
  return are("label", tags) ? undefined : "tags";
}

/** Statements that set a customer's marks to exactly these. */
export function marksSet(scope: Scope, customerId: string, markIds: readonly string[]) {
  const { db, enterpriseId } = scope;
  const number = sql`(SELECT number FROM ${customers} WHERE ${customers.id} = ${customerId})`;
  return [
    db
      .delete(customerMarks)
      .where(
        and(
          eq(customerMarks.enterpriseId, enterpriseId),
          sql`${customerMarks.customer} = ${number}`,
          sql`${customerMarks.markId} NOT IN ${listed(markIds)}`,
        ),
      ),
    db
      .insert(customerMarks)
      .select(
        sql`SELECT ${enterpriseId}, value, ${number} FROM json_each(${JSON.stringify(markIds)}) WHERE true ON CONFLICT DO NOTHING`,
      ),
  ] as const;
}

/** The fields of a customer that the audit trail keeps. */
const auditedForm = ({
  name,
  phone,
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
  marks: markIds,
}: Omit<Values, "nameKey" | "phoneTyped"> & { marks: readonly string[] }) => ({
  name,
  phone,
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
  marks: markIds.toSorted(),
});

/** Builds phoneTaken, naming the owner, so that the form can link to them. */
export async function taken({ db, enterpriseId }: Scope, phone: string): Promise<DomainError> {
  const [owner] = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(
      and(eq(customers.enterpriseId, enterpriseId), eq(customers.phone, phone), isNull(customers.deletedAt)),
    )
    .limit(1);
  const message = texts.phoneTaken(owner?.name ?? "another customer");
  return new DomainError("phoneTaken", { message, errors: { phoneNumber: message, owner: owner?.id ?? "" } });
}
