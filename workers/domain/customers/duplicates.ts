import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { customersTexts as texts } from "#texts/customers.ts";
import { customerDistinct, customers } from "#db/tenant/customers.ts";
import type { customerDuplicates as duplicating } from "#workers/contract/endpoints/customers.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { customerRecord, type CustomerRecord, thisCustomer } from "./customer.ts";
import { type FieldRow, liveFields } from "./live-fields.ts";
import { phoneOf } from "./phone.ts";

const MOST_DUPLICATES = 20;

/** Customers who may be the same person, and why: an equal name, WhatsApp number, mail address or social id. */
export async function customerDuplicates(ctx: Ctx, id: string): Promise<ReplyOf<typeof duplicating>> {
  const { db, enterpriseId } = ctx;
  const [[him], fields] = await db.batch([
    db.select().from(customers).where(thisCustomer(ctx, id)).limit(1),
    liveFields(ctx),
  ]);
  if (!him) throw new DomainError("notFound");
  const [theirs, own] = [sql`${customers.number}`, him.number];
  const others = and(
    eq(customers.enterpriseId, enterpriseId),
    isNull(customers.deletedAt),
    ne(customers.number, own),
    sql`NOT EXISTS (SELECT 1 FROM ${customerDistinct} d WHERE d.customer = min(${theirs}, ${own}) AND d.other = max(${theirs}, ${own}))`,
  );
  const mails = fields.filter(isMail).map((field) => field.id);
  const numbers = [him.phone, phoneOf(him.whatsapp)].filter((number) => number !== undefined);
  // Each uses an index of its own: names, numbers, and the search index for a social id, or for a mail address that is searched.
  const found = await Promise.all([
    db
      .select()
      .from(customers)
      .where(and(others, eq(customers.nameKey, him.nameKey)))
      .limit(MOST_DUPLICATES),
    db
      .select()
      .from(customers)
      .where(
        and(others, sql`${customers.phone} IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`),
      )
      .limit(MOST_DUPLICATES),
    ...[
      him.whatsapp,
      him.facebookId,
      him.instaId,
      him.twitterId,
      ...mails.map((mail) => him.data[mail] ?? ""),
    ]
      .filter((text) => [...text].length >= 3)
      .map((text) =>
        db
          .select()
          .from(customers)
          .where(
            and(
              others,
              sql`${customers.number} IN (SELECT rowid FROM customers_fts WHERE customers_fts MATCH ${`"${text.toLowerCase().replaceAll('"', '""')}"`} ORDER BY rowid DESC LIMIT 1000)`,
            ),
          )
          .limit(MOST_DUPLICATES),
      ),
  ]);
  const byId = new Map(found.flat().map((row) => [row.id, row]));
  const duplicates = [...byId.values()].flatMap((row) => {
    const because = reasonsOf(him, row, mails);
    if (because.length === 0) return [];
    const details = fields.map((field) => row.data[field.id] ?? "");
    return [{ id: row.id, name: row.name, phoneNumber: row.phone, details, because }];
  });
  return { duplicates: duplicates.slice(0, MOST_DUPLICATES) };
}

function reasonsOf(him: CustomerRecord, row: CustomerRecord, mails: readonly string[]): string[] {
  const { name, whatsapp, social, mail } = texts.because;
  const numbers = (each: CustomerRecord) => [each.phone, phoneOf(each.whatsapp) ?? each.whatsapp];
  const same = (key: "facebookId" | "instaId" | "twitterId") =>
    him[key] !== "" && him[key].toLowerCase() === row[key].toLowerCase();
  const shared = numbers(him).some((number) => number !== "" && numbers(row).includes(number));
  const mailsOf = ({ data }: CustomerRecord) => mails.flatMap((field) => data[field]?.toLowerCase() ?? []);
  return [
    ...(him.nameKey === row.nameKey ? [name] : []),
    ...(shared ? [whatsapp] : []),
    ...(same("facebookId") || same("instaId") || same("twitterId") ? [social] : []),
    ...(mailsOf(him).some((address) => mailsOf(row).includes(address)) ? [mail] : []),
  ];
}

const isMail = ({ rules }: FieldRow): boolean => rules.inputType === "email";

/** Says that two customers are not the same person, so that neither is suggested for the other again. */
export async function tellApart(ctx: Ctx, id: string, { from }: { from: string }): Promise<void> {
  const { db, enterpriseId, now } = ctx;
  const [one, other] = await Promise.all([customerRecord(ctx, id), customerRecord(ctx, from)]);
  if (one.number === other.number)
    throw new DomainError("invalid", { message: texts.mergeSelf, errors: { from: texts.mergeSelf } });
  await db.batch([
    db
      .insert(customerDistinct)
      .values({
        enterpriseId,
        customer: Math.min(one.number, other.number),
        other: Math.max(one.number, other.number),
        at: now(),
      })
      .onConflictDoNothing(),
    audited(ctx, {
      action: "tellApart",
      kind: "customer",
      object: { id: one.id, name: one.name },
      after: { by: ctx.actor.name, from: other.id },
    }),
  ]);
}
