import { sql } from "drizzle-orm";
import type { FieldValues } from "#db/tenant/customers.ts";
import type { AddressKind, Purpose } from "#workers/contract/inbound.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { MAIL_ADDRESS } from "#workers/contract/mail-address.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { matching } from "../customers/matching.ts";
import { phoneOf } from "../customers/phone.ts";
import type { Ctx } from "../ctx.ts";

/** Somebody of a broadcast's audience: `address` is undefined for a number that is none. */
export interface Person {
  typed: string;
  address: string | undefined;
  customer: number | null;
  name: string;
  phone: string;
  data: FieldValues;
  /** They have said that they want no such messages; known only where that is asked for. */
  hasRefused: boolean;
}

/** Where a walk through an audience stands: numbers that were typed, customers by id, then all who match. */
export interface At {
  part: number;
  at: number;
  below: number;
}
export const BEGINNING: At = { part: 0, at: 0, below: Number.MAX_SAFE_INTEGER };

/** What somebody said last of such messages, by the address at which they would get this one; asked only for an estimate (`?3`). */
const GIVEN = (address: string) => `CASE WHEN ?3 IS NULL THEN NULL ELSE (SELECT s.given FROM addresses a
    CROSS JOIN consents s ON s.enterprise_id = ?1 AND s.identity_id = a.identity_id AND s.purpose = ?3
    WHERE a.enterprise_id = ?1 AND a.channel_type = ?4 AND a.scope = '' AND a.address = ${address} ORDER BY s.at DESC, s.id DESC LIMIT 1) END AS given`;
const COLUMNS = `c.number, c.name, c.phone, c.data, ${GIVEN("c.phone")}`;
const THERE = "c.enterprise_id = ?1 AND c.deleted_at IS NULL";
const TYPED = `SELECT e.value AS address, c.number, c.name, c.phone, c.data, ${GIVEN("e.value")}
  FROM json_each(?2) e LEFT JOIN customers c ON c.phone = e.value AND ${THERE}`;
const BY_ID = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.id = e.value AND ${THERE} ORDER BY e.key`;
const BY_NUMBER = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.number = e.value AND ${THERE} ORDER BY e.key`;

interface CustomerRow {
  number: number;
  name: string;
  phone: string;
  data: string;
  given: 0 | 1 | null;
}
type TypedRow = Pick<CustomerRow, "given"> & { address: string } & (
    | CustomerRow
    | { number: null; name: null; phone: null; data: null }
  );

/** The kind of address by which people are reached on a channel of that type. */
export const kindOn = (channelType: number): AddressKind =>
  channelType === channelTypes.email ? "mail" : "number";

/** A walk through the audience of a broadcast. */
export interface Walk {
  request: Pick<BroadcastRequest, "phoneNumber" | "audience">;
  channelType: number;
  fields: readonly FieldRow[];
  /** What they may have refused, where that is to be known. */
  purpose?: Purpose;
}

/** The next people of an audience, at most `most`, and where the walk goes on; null at its end. */
export async function peopleOf(
  ctx: Ctx,
  { request, channelType, fields, purpose }: Walk,
  { part, at, below }: At,
  most: number,
): Promise<{ people: Person[]; next: At | null }> {
  const { phoneNumber, audience } = request;
  const isMail = kindOn(channelType) === "mail";
  const mailFields = fields.filter(({ rules }) => rules.inputType === "email").map(({ id }) => id);
  const rowsOf = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> => {
    if (values.length === 0) return [];
    const { results } = await ctx.db.$client
      .prepare(text)
      .bind(ctx.enterpriseId, JSON.stringify(values), purpose ?? null, channelType)
      .all<Row>();
    return results;
  };
  const personOf = ({ number, name, phone, data, given }: CustomerRow): Person => {
    const values = JSON.parse(data) as FieldValues;
    const mail = mailFields.map((id) => values[id] ?? "").find((each) => each !== "") ?? "";
    return {
      typed: isMail ? mail : phone,
      address: isMail ? mailOf(mail) : phone,
      customer: number,
      name,
      phone,
      data: values,
      hasRefused: given === 0,
    };
  };
  if (part === 0) {
    const typed = phoneNumber.slice(at, at + most);
    const next = typed.length === most ? { part, at: at + most, below } : { part: 1, at: 0, below };
    const addresses = typed.map((each) => (isMail ? mailOf(each) : phoneOf(each)));
    const rows = await rowsOf<TypedRow>(TYPED, [...new Set(addresses.filter((each) => each !== undefined))]);
    const known = new Map(rows.map((each) => [each.address, each]));
    const people = typed.map((each, index): Person => {
      const address = addresses[index];
      const row = address === undefined ? undefined : known.get(address);
      if (row && row.number !== null) return { ...personOf(row), typed: each };
      return {
        typed: each,
        address,
        customer: null,
        name: "",
        phone: address ?? "",
        data: {},
        hasRefused: row?.given === 0,
      };
    });
    // Only numbers were named: the walk ends here.
    const isAll = next.part === 1 && audience.customerIds.length === 0 && audience.filter === null;
    return { people, next: isAll ? null : next };
  }
  if (part === 1) {
    const ids = audience.customerIds.slice(at, at + most);
    const people = (await rowsOf<CustomerRow>(BY_ID, ids)).map(personOf);
    const end = audience.filter === null ? null : { part: 2, at: 0, below };
    return { people, next: ids.length === most ? { part, at: at + most, below } : end };
  }
  if (audience.filter === null) return { people: [], next: null };
  const numbers = await matching(ctx, audience.filter);
  const page = (await ctx.db.values<[number]>(sql`${numbers({ limit: most, below })}`)).map(
    ([number]) => number,
  );
  const last = page.at(-1);
  if (last === undefined) return { people: [], next: null };
  const people = (await rowsOf<CustomerRow>(BY_NUMBER, page)).map(personOf);
  return { people, next: page.length < most ? null : { part, at, below: last } };
}

const mailOf = (typed: string): string | undefined =>
  MAIL_ADDRESS.test(typed.trim()) ? typed.trim().toLowerCase() : undefined;
