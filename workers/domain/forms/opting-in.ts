import { sql, type SQL } from "drizzle-orm";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { Answers } from "#workers/contract/forms/answers.ts";
import { type FormContent, inLanguage } from "#workers/contract/forms/form.ts";
import type { Ctx } from "../ctx.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { addressOn, kindOn } from "../messaging/address-on.ts";
import { type Effects, noEffects } from "../messaging/effects.ts";
import { peopleMet } from "../messaging/meet-people.ts";
import { CONFIRM_TEXT_OF, PENDING } from "../messaging/opting-in.ts";
import { consentsWritten, peopleWritten, type Some } from "../messaging/write-people.ts";
import type { LinkCustomer } from "./link-customer.ts";

/** Somebody who answers a form's page: known by their own link, or nobody that we know. */
export interface Answering {
  link: { kind: "public" | "customer" | "run"; identityId: string | null };
  content: FormContent;
  theirs: LinkCustomer;
}
interface Given {
  answers: Answers;
  language: string;
  submissionId: string;
}
/** Statements written with the answers, behind a guard. */
export interface Agreed {
  statements: D1PreparedStatement[];
  holds: SQL | undefined;
  identityId: string | null;
}
const NOTHING: Agreed = { statements: [], holds: undefined, identityId: null };

/** Somebody's word about offers on one channel type: the last question that asks for it counts. */
interface Word {
  given: boolean;
  wording: string;
}
function wordsOf({ link, content }: Answering, { answers, language }: Given): Map<number, Word> {
  const words = new Map<number, Word>();
  for (const { id, type, optIn = [], label, help } of inLanguage(content, language).fields) {
    const given = type === "yesNo" ? answers[id] : undefined;
    // Whoever types somebody else's number must not take their offers from them.
    if (typeof given !== "boolean" || (link.kind === "public" && !given)) continue;
    const wording = [label, help].filter((each) => each !== "").join("\n\n");
    for (const channelType of optIn) words.set(channelType, { given, wording });
  }
  return words;
}

const OF_IDENTITY = `SELECT a.channel_type AS type, a.address FROM identities s CROSS JOIN addresses a ON a.enterprise_id = ?1
    AND a.identity_id = coalesce(s.merged_into, s.id) AND a.scope = '' WHERE s.id = ?2 AND s.enterprise_id = ?1 AND s.closed_at IS NULL`;
const BY_PHONE =
  "SELECT number, name FROM customers WHERE enterprise_id = ?1 AND phone = ?2 AND deleted_at IS NULL";
/** The last word about offers of who has an address `e`, [channel type, kind, address, hash]. */
const LAST = (
  enterprise: string,
) => `(SELECT CASE WHEN s.source GLOB '${PENDING}*' THEN -1 ELSE s.given END FROM addresses a
    CROSS JOIN consents s ON s.enterprise_id = a.enterprise_id AND s.identity_id = a.identity_id AND s.purpose = 'marketing'
    WHERE a.enterprise_id = ${enterprise} AND a.channel_type = e.value->>0 AND a.scope = '' AND a.kind = e.value->>1 AND a.address = e.value->>2
    ORDER BY s.at DESC, s.id DESC LIMIT 1)`;
/** Whether somebody at the address has refused offers: their own later word alone lifts that. */
const REFUSED = (
  enterprise: string,
) => `(${LAST(enterprise)} IS 0 OR EXISTS (SELECT 1 FROM suppressions p WHERE p.enterprise_id = ${enterprise}
    AND p.channel_type IN (e.value->>0, ${EVERY_CHANNEL}) AND p.hash = e.value->>3))`;
const BEFORE = `SELECT e.value->>0 AS type, ${LAST("?1")} AS last, ${REFUSED("?1")} AS refused, ${CONFIRM_TEXT_OF("?1")} AS confirm FROM json_each(?2) e`;
const OF_CUSTOMER = `UPDATE identities SET customer = (SELECT c.number FROM customers c WHERE c.enterprise_id = ?2 AND c.phone = ?3 AND c.deleted_at IS NULL)
  WHERE id IN (SELECT value FROM json_each(?1)) AND +enterprise_id = ?2 AND customer IS NULL`;

/**
 * Consents and refusals in somebody's answers, with the question's words as the proof. On their own link their word
 * holds as it would in a chat. Behind the address for everybody anybody may have typed the number: there a yes counts
 * where nobody at it has refused, a no changes nothing, and somebody unknown becomes a customer.
 */
export async function agreed(
  ctx: Ctx,
  answering: Answering,
  given: Given,
  hashing: () => Promise<AddressHash>,
): Promise<Agreed> {
  const words = wordsOf(answering, given);
  if (words.size === 0) return NOTHING;
  const isPublic = answering.link.kind === "public";
  const { addresses, phone } = await addressesOf(ctx, answering, given, [...words.keys()]);
  if (addresses.size === 0) return NOTHING;
  const hash = await hashing();
  const { $client } = ctx.db;
  const customer = answering.theirs.customer;
  const rows = await Promise.all(
    [...addresses].map(async ([type, value]) => {
      const kind = kindOn(type);
      return [type, kind, value, await hash({ kind, scope: "", value })] as const;
    }),
  );
  const [before, known] = await $client.batch([
    $client.prepare(BEFORE).bind(ctx.enterpriseId, JSON.stringify(rows)),
    $client.prepare(BY_PHONE).bind(ctx.enterpriseId, phone ?? ""),
  ]);
  const said = (before?.results ?? []) as {
    type: number;
    last: number | null;
    refused: 0 | 1;
    confirm: string | null;
  }[];
  const [found] = (known?.results ?? []) as { number: number; name: string }[];
  const whose = customer ?? (isPublic ? found : undefined);
  const counting = said.filter(({ refused }) => !isPublic || refused === 0);
  const statements: D1PreparedStatement[] = [];
  const identities: string[] = [];
  const some: Some = (of, text, ...more) =>
    of.length === 0 ? [] : [$client.prepare(text).bind(JSON.stringify(of), ctx.enterpriseId, ...more)];
  for (const { type, last, confirm } of counting) {
    const word = words.get(type);
    const address = addresses.get(type);
    if (!word || address === undefined) continue;
    const person = { address, customer: whose?.number ?? null, name: whose?.name ?? "" };
    const met = await peopleMet(ctx, type, [person], hash);
    const identityId = met.identityOf.get(address) ?? "";
    const waits = word.given && confirm !== null && last !== 1;
    const source = `form:${given.submissionId}`;
    const consent: Effects["consents"][number] = {
      identityId,
      given: word.given && !waits,
      purposes: ["marketing"],
      wording: word.wording,
      source: waits ? PENDING + source : source,
      at: ctx.now(),
    };
    statements.push(...met.statements, ...consentsWritten(some, { type }, [consent], ctx.newId));
    identities.push(identityId);
  }
  if (isPublic && phone !== undefined && identities.length > 0) {
    const newCustomer = found ? null : { id: ctx.newId(), name: phone, phone };
    const [first = ""] = identities;
    const made = {
      ...noEffects(),
      links: newCustomer ? [{ identityId: first, customer: null, newCustomer }] : [],
    };
    statements.push(
      ...(await peopleWritten(some, { type: 0 }, made, { at: ctx.now(), newId: ctx.newId, hash })),
      $client.prepare(OF_CUSTOMER).bind(JSON.stringify(identities), ctx.enterpriseId, phone),
    );
  }
  const asRead = JSON.stringify(rows.filter(([type]) => counting.some((each) => each.type === type)));
  return {
    statements,
    holds: isPublic
      ? sql`NOT EXISTS (SELECT 1 FROM (SELECT ${ctx.enterpriseId} AS enterprise) x CROSS JOIN json_each(${asRead}) e WHERE ${sql.raw(REFUSED("x.enterprise"))})`
      : undefined,
    identityId: isPublic ? (identities[0] ?? null) : null,
  };
}

/**
 * The addresses at which somebody is reached on these channel types: where a run has written to them, those of the customer
 * whose link it is, else those that were typed.
 */
async function addressesOf(
  { db, enterpriseId }: Ctx,
  { link, content, theirs }: Answering,
  { answers }: Given,
  types: readonly number[],
): Promise<{ addresses: Map<number, string>; phone: string | undefined }> {
  const { results } =
    link.identityId === null
      ? { results: [] }
      : await db.$client
          .prepare(OF_IDENTITY)
          .bind(enterpriseId, link.identityId)
          .all<{ type: number; address: string }>();
  const typed = (wanted: "phone" | "email"): string => {
    const field = content.fields.find(({ id, type }) => type === wanted && answers[id] !== undefined);
    const answer = field === undefined ? "" : answers[field.id];
    return typeof answer === "string" ? answer : "";
  };
  const { customer, fields } = theirs;
  const mails = fields.filter(({ rules }) => rules.inputType === "email").map(({ id }) => id);
  const mail = mails.map((id) => customer?.data[id] ?? "").find((each) => each !== "");
  const of = (kind: string) =>
    kind === "mail" ? (mail ?? typed("email")) : (customer?.phone ?? typed("phone"));
  const found = types.map((type) => {
    const own = results.find((each) => each.type === type)?.address;
    return [type, own ?? addressOn(type, of(kindOn(type)))] as const;
  });
  const number = found.find(([type, address]) => kindOn(type) === "number" && address !== undefined);
  return {
    addresses: new Map(found.flatMap(([type, address]) => (address === undefined ? [] : [[type, address]]))),
    phone: number?.[1],
  };
}
