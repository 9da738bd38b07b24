import { optInTexts as texts } from "#texts/opt-in.ts";
import type { ListOptIn } from "#workers/contract/opt-in.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { addressOn, kindOn } from "../messaging/address-on.ts";
import { peopleMet } from "../messaging/meet-people.ts";
import { PENDING } from "../messaging/opting-in.ts";
import type { Draft, Outcome } from "./merge.ts";
import type { ImportRow } from "./row.ts";
import type { Outer } from "../bare/outer.ts";

/** Rows of a page whose people have agreed to offers: each is written once more for each channel type. */
export const MOST_OPTED_IN = 2_000;
/** The same day in nearly all zones. */
const NOON_MS = 12 * 3_600_000;
/** So much earlier than ours a day begins somewhere. */
const AHEAD_MS = 14 * 3_600_000;

/** The opt-in as it is kept; invalid where its day has not come. No word counts from a time that is still to come. */
export function keptOptIn(optIn: ListOptIn, now: number): NonNullable<ImportRow["optIn"]> {
  const day = Date.parse(optIn.agreedOn);
  const wrong = (message: string) =>
    new DomainError("invalid", { message, errors: { "optIn.agreedOn": message } });
  if (day > now + AHEAD_MS) throw wrong(texts.inFuture);
  if (day < 0) throw wrong(texts.noDate);
  return { ...optIn, at: Math.min(day + NOON_MS, now) };
}

const LINK = `UPDATE identities SET customer = (SELECT c.number FROM customers c WHERE c.enterprise_id = ?2 AND c.phone = e.value->>1 AND c.deleted_at IS NULL)
  FROM json_each(?1) e WHERE identities.id = e.value->>0 AND +identities.enterprise_id = ?2 AND identities.customer IS NULL`;
/** A person's last word about offers, without those that wait to be confirmed; 1 where they have said none. */
const LAST = `coalesce((SELECT c.given FROM consents c WHERE c.enterprise_id = ?2 AND c.identity_id = i.id
    AND c.purpose = 'marketing' AND c.source NOT GLOB '${PENDING}*' ORDER BY c.at DESC, c.id DESC LIMIT 1), 1)`;
/**
 * The import is the source of its consents, and begins their ids: somebody who is in a file twice has agreed once. Somebody who
 * has refused stays refused, also an address that was refused before it was known, whenever that was: a list says nothing against it.
 */
const AGREE = `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
  SELECT ?3 || ':' || i.id, ?2, i.id, ?4, 'marketing', 1, ?5, 'import:' || ?3, ?6
  FROM json_each(?1) e CROSS JOIN identities i ON i.id = e.value AND i.closed_at IS NULL
  WHERE ${LAST} = 1
  ON CONFLICT DO NOTHING`;

/** Statements that keep the opt-in of a page's people, who are customers by then; none where the import has none. */
export async function optedIn(
  ctx: Ctx,
  { id, optIn }: ImportRow,
  { drafts }: Outcome,
  { fields, hashOf }: { fields: readonly FieldRow[]; hashOf: () => Promise<AddressHash> },
): Promise<D1PreparedStatement[]> {
  if (!optIn || drafts.length === 0) return [];
  const { $client } = ctx.db;
  const hash = await hashOf();
  const mailFields = fields.filter(({ rules }) => rules.inputType === "email").map((field) => field.id);
  const typedOf = { number: ({ phone }: Draft) => phone, user: () => "", mail: mailIn(mailFields) };
  const statements: D1PreparedStatement[] = [];
  for (const type of optIn.channelTypes) {
    const people = drafts.map((draft) => ({
      address: addressOn(type, typedOf[kindOn(type)](draft)),
      customer: draft.known?.number ?? null,
      name: draft.name,
      phone: draft.phone,
    }));
    const met = await peopleMet(ctx, type, people, hash);
    const linked = people.flatMap(({ address, customer, phone }) =>
      address === undefined || customer !== null ? [] : [[met.identityOf.get(address), phone]],
    );
    const all = JSON.stringify([...new Set(met.identityOf.values())]);
    statements.push(
      ...met.statements,
      $client.prepare(LINK).bind(JSON.stringify(linked), ctx.enterpriseId),
      $client.prepare(AGREE).bind(all, ctx.enterpriseId, id, type, optIn.wording, optIn.at),
    );
  }
  return statements;
}

/** The first mail address among a customer's fields, as broadcasts take it. */
const mailIn =
  (fields: readonly string[]) =>
  ({ data }: Draft): string =>
    fields.map((field) => data[field] ?? "").find((each) => each !== "") ?? "";

const USED = [
  "messages",
  "chats",
  "runs",
  "entry_evaluations",
  "form_links",
  "form_submissions",
  "payment_links",
  "run_links",
  "wa_flow_sessions",
  "wa_flow_answers",
].map(
  (table) =>
    `EXISTS (SELECT 1 FROM ${table} u WHERE u.enterprise_id = i.enterprise_id AND u.identity_id = i.id)`,
);
/** Consents that an import's opt-in has brought: its own, and what the address had refused before. */
const BROUGHT = (importId: string) =>
  `(o.source = 'import:' || ${importId} OR o.source GLOB 'suppression:*' OR o.source GLOB 'blacklist:*')`;
/**
 * SQL for whether somebody has written with a customer, or knows more of them than their import's opt-in; `customer` and
 * `importId` are SQL.
 */
export const isMet = (enterprise: Outer, customer: string, importId: string): string => {
  const theirs = "FROM consents o WHERE o.enterprise_id = i.enterprise_id AND o.identity_id = i.id";
  return `EXISTS (SELECT 1 FROM identities i WHERE i.enterprise_id = ${enterprise} AND i.customer = ${customer}
    AND (NOT EXISTS (SELECT 1 ${theirs}) OR EXISTS (SELECT 1 ${theirs} AND NOT ${BROUGHT(importId)}) OR i.merged_into IS NOT NULL
      OR EXISTS (SELECT 1 FROM broadcast_recipients u WHERE u.identity_id = i.id)
      OR EXISTS (SELECT 1 FROM channels h CROSS JOIN reach u ON u.enterprise_id = h.enterprise_id AND u.channel_id = h.id
        AND u.identity_id = i.id WHERE h.enterprise_id = i.enterprise_id) OR ${USED.join(" OR ")}))`;
};

/** Also what a joined person has taken over from one of them; whoever is in the trash has agreed to nothing either. */
const TAKE_BACK = `DELETE FROM consents WHERE enterprise_id = ?1 AND substr(id, 1, length(?2) + 1) = ?2 || ':' AND identity_id IN (
  SELECT i.id FROM import_changes h CROSS JOIN identities i ON i.enterprise_id = ?1 AND i.customer = +h.customer
  WHERE h.import_id = ?2 AND h.customer > ?3 AND h.customer <= ?4)`;
/** Also from who is another customer's by now, or was all along; by the primary key, which begins with the import's. */
const TAKE_REST = `DELETE FROM consents WHERE +enterprise_id = ?1 AND id > ?2 || ':' AND id < ?2 || ';'`;
const THEIRS = `SELECT i.id FROM json_each(?2) e CROSS JOIN identities i ON i.enterprise_id = ?1 AND i.customer = e.value`;
const FORGET = [
  `DELETE FROM consents WHERE enterprise_id = ?1 AND identity_id IN (${THEIRS})`,
  `DELETE FROM addresses WHERE enterprise_id = ?1 AND identity_id IN (${THEIRS})`,
  `DELETE FROM identities WHERE id IN (${THEIRS})`,
];

/** Statements that take an import's opt-in back from its people up to one, and forget the identities of those who are removed. */
export function takingBack(
  { db: { $client }, enterpriseId }: Ctx,
  { id, cursor, optIn }: ImportRow,
  { upTo, removed }: { upTo: number; removed: readonly number[] },
): D1PreparedStatement[] {
  const isLast = upTo === Number.MAX_SAFE_INTEGER;
  const own = optIn
    ? [
        $client.prepare(TAKE_BACK).bind(enterpriseId, id, cursor, upTo),
        ...(isLast ? [$client.prepare(TAKE_REST).bind(enterpriseId, id)] : []),
      ]
    : [];
  if (removed.length === 0) return own;
  // Another import may have known them, too.
  return [...own, ...FORGET.map((text) => $client.prepare(text).bind(enterpriseId, JSON.stringify(removed)))];
}
