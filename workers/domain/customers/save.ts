import { and, eq, isNull, sql } from "drizzle-orm";
import { customersTexts as texts } from "#texts/customers.ts";
import { customerTaggings, customers, type FieldValues, taggings } from "#db/tenant/customers.ts";
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
import { DomainError, isDouble } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import {
  customerOf,
  customerRecord,
  readingCustomer,
  type CustomerRead,
  type CustomerRecord,
  thisCustomer,
} from "./customer.ts";
import { type FieldRow, fieldsAsRead, fieldsChanged, liveFields, searchedFields } from "./live-fields.ts";
import { listed } from "./matching.ts";
import { phoneOf, phoneProblem } from "./phone.ts";
import { searchTextOf } from "./search-text.ts";

type Fields = InputOf<typeof contract>["body"];

/** A save whose fields are checked, and that is not written yet. */
interface Checked {
  customerId: string;
  before: CustomerRecord | null;
  row: Values;
  /** Groups and labels, as they will be and as they were. */
  tagged: readonly string[];
  worn: readonly string[];
  defined: readonly FieldRow[];
}

/**
 * Creates a customer (without `id`), or changes one, whose phone number cannot change. Throws invalid with the reasons
 * by field, phoneTaken with the owner's name and id, notFound, or changedMeanwhile.
 */
export async function saveCustomer(
  ctx: Ctx,
  sent: Fields,
): Promise<{ customer: Customer; created: boolean }> {
  const save = await checkedSave(ctx, sent);
  const { customerId, before, row, defined } = save;
  const work = ctx.db.batch([...writing(ctx, save), ...readingCustomer(ctx, customerId)]);
  try {
    const results: unknown[] = await work;
    const [saved, tags] = results.slice(-2) as unknown as CustomerRead;
    return { ...customerOf([saved, tags]), created: before === null };
  } catch (error) {
    // Somebody defined or deleted a field at the same moment: the customer is checked again by the new ones.
    if (guardFailed(error) && (await fieldsChanged(ctx, defined))) return saveCustomer(ctx, sent);
    if (guardFailed(error)) await unlessStale(work, () => customerRecord(ctx, customerId));
    if (!isDouble(error)) throw error;
    throw await taken(ctx, row.phone);
  }
}

/** The statements that create a customer, for the batch of a change that needs them. Throws invalid as `saveCustomer` does. */
export async function creatingCustomer(
  ctx: Ctx,
  fields: Omit<Fields, "id" | "revision">,
): Promise<{ customerId: string; phone: string; statements: D1PreparedStatement[] }> {
  const save = await checkedSave(ctx, fields);
  return {
    customerId: save.customerId,
    phone: save.row.phone,
    statements: writing(ctx, save).map((statement) => bindable(ctx, statement)),
  };
}

async function checkedSave(ctx: Ctx, { id, revision, ...fields }: Fields): Promise<Checked> {
  const tagged = [...new Set([...fields.groups, ...fields.tags])];
  const [defined, known, found, worn] = await ctx.db.batch([
    liveFields(ctx),
    readingTaggings(ctx, tagged),
    ...readingCustomer(ctx, id ?? ""),
  ]);
  const before = id === undefined ? null : (found[0] ?? null);
  if (id !== undefined && !before) throw new DomainError("notFound");
  if (before) refuseStale(before, revision);
  return {
    customerId: before?.id ?? ctx.newId(),
    before,
    row: checked(fields, before, defined, known),
    tagged,
    worn: worn.map(({ id: tagging }) => tagging),
    defined,
  };
}

function writing(ctx: Ctx, { customerId, before, row, tagged, worn, defined }: Checked) {
  const { db, enterpriseId, now } = ctx;
  const values = {
    ...row,
    search: searchTextOf(row, searchedFields(defined)),
    ...nextRevision(ctx, before),
  };
  return [
    guard(ctx, fieldsAsRead(ctx, defined)),
    ...(before ? [guardRevision(ctx, customers, before.id, before.revision)] : []),
    before
      ? db.update(customers).set(values).where(thisCustomer(ctx, before.id))
      : db.insert(customers).values({ ...values, id: customerId, enterpriseId, createdAt: now() }),
    ...taggingsSet(ctx, customerId, tagged),
    audited(ctx, {
      action: before ? "update" : "create",
      kind: "customer",
      object: { id: customerId, name: row.name },
      before: before && auditedForm({ ...before, taggings: worn }),
      after: { by: ctx.actor.name, ...auditedForm({ ...row, taggings: tagged }) },
    }),
  ] as const;
}

type Values = Pick<
  CustomerRecord,
  "name" | "nameKey" | "phone" | "phoneTyped" | "whatsapp" | "facebookId" | "instaId" | "twitterId" | "data"
>;

function checked(
  fields: Fields,
  before: CustomerRecord | null,
  defined: readonly FieldRow[],
  known: readonly KnownTagging[],
): Values {
  const errors: Record<string, string> = {};
  const length = [...fields.name].length;
  if (length < NAME_LENGTH.min) errors["name"] = texts.minimum(NAME_LENGTH.min);
  if (length > NAME_LENGTH.max) errors["name"] = texts.maximum(NAME_LENGTH.max);
  // An existing customer's number cannot change: a number sent with an edit is ignored.
  const phone = before?.phone ?? phoneOf(fields.phoneNumber);
  if (phone === undefined) errors["phoneNumber"] = phoneProblem(fields.phoneNumber);
  else if (phone.length < PHONE_LENGTH.min) errors["phoneNumber"] = texts.minimum(PHONE_LENGTH.min);
  const data = checkedData(fields, defined, before?.data ?? {}, errors);
  const missing = unknownTaggings(fields, known);
  if (missing) errors[missing] = texts.unknownTagging;
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

type KnownTagging = Pick<typeof taggings.$inferSelect, "id" | "kind">;

/** A statement that reads those of these groups and labels that are there. */
const readingTaggings = ({ db, enterpriseId }: Ctx, tagged: readonly string[]) =>
  db
    .select({ id: taggings.id, kind: taggings.kind })
    .from(taggings)
    .where(and(eq(taggings.enterpriseId, enterpriseId), sql`${taggings.id} IN ${listed(tagged)}`));

/** Returns which of the two lists names a tagging of another enterprise or of the wrong kind. */
function unknownTaggings(
  { groups, tags }: Fields,
  known: readonly KnownTagging[],
): "groups" | "tags" | undefined {
  const are = (kind: "group" | "label", ids: readonly string[]) =>
    ids.every((id) => known.some((tagging) => tagging.id === id && tagging.kind === kind));
  if (!are("group", groups)) return "groups";
  return are("label", tags) ? undefined : "tags";
}

/** Statements that set a customer's taggings to exactly these. */
export function taggingsSet(ctx: Ctx, customerId: string, markIds: readonly string[]) {
  const { db, enterpriseId } = ctx;
  const number = sql`(SELECT number FROM ${customers} WHERE ${customers.id} = ${customerId})`;
  return [
    db
      .delete(customerTaggings)
      .where(
        and(
          eq(customerTaggings.enterpriseId, enterpriseId),
          sql`${customerTaggings.customer} = ${number}`,
          sql`${customerTaggings.taggingId} NOT IN ${listed(markIds)}`,
        ),
      ),
    db
      .insert(customerTaggings)
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
  taggings: markIds,
}: Omit<Values, "nameKey" | "phoneTyped"> & { taggings: readonly string[] }) => ({
  name,
  phone,
  whatsapp,
  facebookId,
  instaId,
  twitterId,
  data,
  taggings: markIds.toSorted(),
});

/** Builds phoneTaken, naming the owner, so that the form can link to them. */
export async function taken({ db, enterpriseId }: Ctx, phone: string): Promise<DomainError> {
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
