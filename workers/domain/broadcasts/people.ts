import { sql } from "drizzle-orm";
import type { FieldValues } from "#db/tenant/customers.ts";
import type { AddressKind } from "#workers/contract/inbound.ts";
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
}

/** Where a walk through an audience stands: numbers that were typed, customers by id, then all who match. */
export interface At {
  part: number;
  at: number;
  below: number;
}
export const BEGINNING: At = { part: 0, at: 0, below: Number.MAX_SAFE_INTEGER };

const COLUMNS = "c.number, c.name, c.phone, c.data";
const BY_PHONE = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.enterprise_id = ?1 AND c.phone = e.value AND c.deleted_at IS NULL`;
const BY_ID = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.id = e.value AND c.enterprise_id = ?1 AND c.deleted_at IS NULL ORDER BY e.key`;
const BY_NUMBER = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.number = e.value AND c.enterprise_id = ?1 AND c.deleted_at IS NULL ORDER BY e.key`;

interface CustomerRow {
  number: number;
  name: string;
  phone: string;
  data: string;
}

/** The kind of address by which people are reached on a channel of that type. */
export const kindOn = (channelType: number): AddressKind =>
  channelType === channelTypes.email ? "mail" : "number";

/** The next people of an audience, at most `most`, and where the walk goes on; null at its end. */
export async function peopleOf(
  ctx: Ctx,
  request: Pick<BroadcastRequest, "phoneNumber" | "audience">,
  channelType: number,
  fields: readonly FieldRow[],
  { part, at, below }: At,
  most: number,
): Promise<{ people: Person[]; next: At | null }> {
  const { phoneNumber, audience } = request;
  const isMail = kindOn(channelType) === "mail";
  const mailFields = fields.filter(({ rules }) => rules.inputType === "email").map(({ id }) => id);
  const rowsOf = async (text: string, values: readonly unknown[]): Promise<CustomerRow[]> => {
    const { results } = await ctx.db.$client
      .prepare(text)
      .bind(ctx.enterpriseId, JSON.stringify(values))
      .all<CustomerRow>();
    return results;
  };
  const personOf = ({ number, name, phone, data }: CustomerRow): Person => {
    const values = JSON.parse(data) as FieldValues;
    const mail = mailFields.map((id) => values[id] ?? "").find((each) => each !== "") ?? "";
    return {
      typed: isMail ? mail : phone,
      address: isMail ? mailOf(mail) : phone,
      customer: number,
      name,
      phone,
      data: values,
    };
  };
  if (part === 0) {
    const typed = phoneNumber.slice(at, at + most);
    const next = typed.length === most ? { part, at: at + most, below } : { part: 1, at: 0, below };
    if (isMail) return { people: typed.map((each) => stranger(each, mailOf(each))), next };
    const phones = typed.map((each) => phoneOf(each));
    const known = new Map(
      (await rowsOf(BY_PHONE, [...new Set(phones.filter((each) => each !== undefined))])).map((each) => [
        each.phone,
        each,
      ]),
    );
    const people = typed.map((each, index): Person => {
      const address = phones[index];
      const row = address === undefined ? undefined : known.get(address);
      return row ? { ...personOf(row), typed: each } : stranger(each, address);
    });
    return { people, next };
  }
  if (part === 1) {
    const ids = audience.customerIds.slice(at, at + most);
    const people = ids.length === 0 ? [] : (await rowsOf(BY_ID, ids)).map(personOf);
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
  const people = (await rowsOf(BY_NUMBER, page)).map(personOf);
  return { people, next: page.length < most ? null : { part, at, below: last } };
}

const stranger = (typed: string, address: string | undefined): Person => ({
  typed,
  address,
  customer: null,
  name: "",
  phone: address ?? "",
  data: {},
});

const mailOf = (typed: string): string | undefined =>
  MAIL_ADDRESS.test(typed.trim()) ? typed.trim().toLowerCase() : undefined;
