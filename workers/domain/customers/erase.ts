import { and, eq, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { customersTexts } from "#texts/customers.ts";
import { auditTrail } from "#db/tenant/audit.ts";
import { emptyingText } from "../jobs/open.ts";
import { customerTaggings, customers, customerViews, erasureReceipts } from "#db/tenant/customers.ts";
import { importChanges, importErrors, importNumbers } from "#db/tenant/imports.ts";
import type {
  eraseCustomer as contract,
  verifyReceipt as verifyContract,
} from "#workers/contract/endpoints/personal-data.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { unlessStale } from "../revision.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { iso, type Ctx } from "../ctx.ts";
import { erasingMessages, messagesWith } from "./erase-messages.ts";
import { finishingErasure, numberOf, phonesOf } from "./erase-phones.ts";
import { anyCustomer, anyCustomerRecord, type CustomerRecord } from "./customer.ts";
import { phoneOf } from "./phone.ts";
import {
  provesPhone,
  readingReceiptKeys,
  RECEIPT_KEY_VERSION,
  receiptHash,
  receiptKey,
} from "./receipt-key.ts";

const text = customersTexts.eraseMismatch;
/** A shorter one is found in what was looked for about others. */
const SHORTEST_NAME = 3;

/**
 * Erases a customer for ever (GDPR 17), also from the trash, with all that is about them; a job takes what is in a call
 * or beside the database. Audit keeps that it was done. The receipt proves it by the number, and names nobody.
 */
export async function eraseCustomer(
  ctx: Ctx,
  id: string,
  { confirm }: { confirm: string },
  ring: KeyRing,
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const [row, key, played] = await Promise.all([
    anyCustomerRecord(ctx, id),
    receiptKey(ctx, ring),
    phonesOf(ctx, numberOf(ctx, id)),
  ]);
  if (nameKey(confirm) !== row.nameKey) {
    throw new DomainError("invalid", { message: text, errors: { confirm: text } });
  }
  const receiptId = newId();
  const at = now();
  const phoneHash = await receiptHash(ctx, key, row.phone);
  const work = db.batch([
    unchanged(ctx, row),
    // First, so that it counts the rows that the other statements of this transaction remove.
    db
      .insert(erasureReceipts)
      .values({
        id: receiptId,
        enterpriseId,
        at,
        userId: actor.userId,
        phoneHash,
        keyVersion: RECEIPT_KEY_VERSION,
        removed: countingRemoved(ctx, row),
      })
      .returning({ removed: erasureReceipts.removed }),
    ...erasing(ctx, row, played, receiptId),
  ]);
  const [, [receipt]] = await unlessStale(work, () => anyCustomerRecord(ctx, id));
  return { receipt: { id: receiptId, at: iso(at), phoneHash, removed: receipt?.removed ?? {} } };
}

/**
 * Erases a customer once more, in a database that was restored from before it, and gives them the receipt that they have,
 * if they were given one. Answers whether they were there.
 */
export async function eraseAgain(
  ctx: Ctx,
  id: string,
  receipt: typeof erasureReceipts.$inferInsert | undefined,
): Promise<boolean> {
  const [row] = await ctx.db.select().from(customers).where(anyCustomer(ctx, id)).limit(1);
  if (!row) return false;
  const played = await phonesOf(ctx, numberOf(ctx, id));
  await ctx.db.batch([
    unchanged(ctx, row),
    ...(receipt ? [ctx.db.insert(erasureReceipts).values(receipt).onConflictDoNothing()] : []),
    ...erasing(ctx, row, played, receipt?.id),
  ]);
  return true;
}

const unchanged = (ctx: Ctx, { id, revision }: CustomerRecord) =>
  guard(
    ctx,
    sql`EXISTS (SELECT 1 FROM ${customers} WHERE ${customers.id} = ${id} AND ${customers.revision} = ${revision})`,
  );

/** Conditions on the rows beside a customer's own that go with it. */
function rowsAbout({ enterpriseId }: Ctx, row: CustomerRecord) {
  return {
    taggings: and(eq(customerTaggings.enterpriseId, enterpriseId), eq(customerTaggings.customer, row.number)),
    changes: and(eq(importChanges.enterpriseId, enterpriseId), eq(importChanges.customer, row.number)),
    trail: and(eq(auditTrail.enterpriseId, enterpriseId), eq(auditTrail.objectId, row.id)),
    // Rejected rows are kept as they were in the file, so the number is searched for as written there.
    rejected: and(
      // By the imports' own key: nobody else's refused lines are read.
      sql`${importErrors.importId} IN (SELECT id FROM customer_imports WHERE enterprise_id = ${enterpriseId})`,
      sql`(instr(${importErrors.row}, ${row.phone}) > 0 OR instr(${importErrors.row}, ${row.phone.slice(1)}) > 0 OR instr(${importErrors.row}, ${row.phoneTyped}) > 0)`,
    ),
    // Numbers that a stopped import keeps, to find doubles.
    met: and(
      eq(importNumbers.phone, row.phone),
      sql`${importNumbers.importId} IN (SELECT id FROM customer_imports WHERE enterprise_id = ${enterpriseId})`,
    ),
  };
}

function countingRemoved(ctx: Ctx, row: CustomerRecord): SQL {
  const { taggings, changes, rejected, trail } = rowsAbout(ctx, row);
  const count = (table: SQLiteTable, where: SQL | undefined) =>
    sql`(SELECT count(*) FROM ${table} WHERE ${where})`;
  return sql`json_object('customers', ${count(customers, anyCustomer(ctx, row.id))},
    'marks', ${count(customerTaggings, taggings)}, 'importChanges', ${count(importChanges, changes)},
    'rejectedRows', ${count(importErrors, rejected)}, 'auditEntries', ${count(auditTrail, trail)},
    'messages', ${messagesWith(ctx, row.number)})`;
}

/** The statements that erase a customer, for a batch that a guard begins. */
function erasing(
  ctx: Ctx,
  row: CustomerRecord,
  played: Awaited<ReturnType<typeof phonesOf>>,
  receiptId: string | undefined,
) {
  const { db } = ctx;
  const { taggings, changes, rejected, met, trail } = rowsAbout(ctx, row);
  return [
    ...erasingMessages(ctx, row),
    finishingErasure(ctx, row.id, [row], { ...played, phones: [row.phone, ...played.phones] }),
    db.delete(customerTaggings).where(taggings),
    db.delete(importChanges).where(changes),
    db.delete(importErrors).where(rejected),
    db.delete(importNumbers).where(met),
    ...forgettingSearches(ctx, row),
    db.delete(customers).where(anyCustomer(ctx, row.id)),
    // The fact that something was done stays; the details do not.
    db.update(auditTrail).set({ objectName: "", before: null, after: null }).where(trail),
    audited(ctx, {
      action: "erase",
      kind: "customer",
      object: { id: row.id, name: "" },
      after: receiptId === undefined ? null : { receiptId },
    }),
  ] as const;
}

/** A value of an own field by which somebody is known: an address, an account's number. "Pune" is many people's. */
const NAMES_SOMEBODY = /@|\d{5}/;

/** By what somebody may have been looked for; as it is and in small letters, since SQLite knows only those of English. */
function signsOf({ name, phone, data }: Pick<CustomerRecord, "name" | "phone" | "data">): string[] {
  const own = Object.values(data).flat().map(String);
  const signs = [phone.slice(1), ...own.filter((value) => NAMES_SOMEBODY.test(value))];
  if (name.length >= SHORTEST_NAME) signs.push(name);
  return [...new Set([...signs, ...signs.map((each) => each.toLowerCase())])];
}

/** Statements that take what names the customer out of what people have looked for. A saved view of them alone goes. */
function forgettingSearches(ctx: Ctx, row: CustomerRecord) {
  const { db, enterpriseId } = ctx;
  const signs = signsOf(row);
  const names = (said: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(signs)}) sign WHERE instr(${said}, sign.value) > 0 OR instr(lower(${said}), sign.value) > 0)`;
  // As a value stands in an address.
  const given = signs.map((each) => `${new URLSearchParams({ "": each }).toString().toLowerCase()}&`);
  return [
    db
      .delete(customerViews)
      .where(
        and(
          eq(customerViews.enterpriseId, enterpriseId),
          sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(given)}) sign WHERE instr(lower(${customerViews.query}) || '&', sign.value) > 0)`,
        ),
      ),
    db
      .update(auditTrail)
      .set({ objectName: "" })
      .where(
        and(
          eq(auditTrail.enterpriseId, enterpriseId),
          eq(auditTrail.action, "search"),
          names(sql`${auditTrail.objectName}`),
        ),
      ),
    emptyingText(ctx, "customers.bulk", "$.filter.search", names),
    emptyingText(ctx, "instance.add", "$.filter.search", names),
    emptyingText(ctx, "customers.bulk", "$.filter.fields", names, sql`json('[]')`),
    emptyingText(ctx, "instance.add", "$.filter.fields", names, sql`json('[]')`),
    emptyingText(ctx, "blacklist.bulk", "$.search", names),
  ];
}

/** Tells whether a receipt was given for a phone number; notFound without the receipt. */
export async function verifyReceipt(
  ctx: Ctx,
  id: string,
  { phoneNumber }: InputOf<typeof verifyContract>["body"],
  ring: KeyRing,
): Promise<ReplyOf<typeof verifyContract>> {
  const mine = and(eq(erasureReceipts.enterpriseId, ctx.enterpriseId), eq(erasureReceipts.id, id));
  const [[receipt], keys] = await ctx.db.batch([
    ctx.db.select().from(erasureReceipts).where(mine),
    readingReceiptKeys(ctx),
  ]);
  if (!receipt) throw new DomainError("notFound");
  const phone = phoneOf(phoneNumber);
  const matches = phone !== undefined && (await provesPhone(ctx, ring, keys, receipt, phone));
  return { matches, at: iso(receipt.at) };
}
