import { sql } from "drizzle-orm";
import type { FieldValues } from "#db/tenant/customers.ts";
import { channelTypes, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import type { Purpose } from "#workers/contract/inbound.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { matching } from "../customers/matching.ts";
import { addressOn, kindOn, mailOf } from "../messaging/address-on.ts";
import type { Ctx } from "../ctx.ts";
import { type DataFile, type DataRow, dataRows } from "./data-file.ts";

/** Somebody of a broadcast's audience: `address` is undefined for a number that is none. */
export interface Person {
  typed: string;
  /** Their row of the data file, by the names of its columns; empty for others. */
  row: Readonly<Record<string, string>>;
  isUnreadable: boolean;
  address: string | undefined;
  customer: number | null;
  name: string;
  phone: string;
  data: FieldValues;
  /** They have said that they want no such messages; known only where that is asked for. */
  hasRefused: boolean;
  /** They are on the blacklist, whatever they have said; known only where that is asked for. */
  isBlacklisted: boolean;
  /** Mails to their address come back for good; known only where that is asked for. */
  isUnreachable: boolean;
  /** Until when their service window on the channel is open; known only where that is asked for. */
  windowUntil: number;
}

/** The parts of an audience in the order in which they are walked through. */
const parts = { typed: 0, named: 1, matching: 2, file: 3 } as const;

/**
 * Where a walk through an audience stands: `at` counts numbers that were typed, customers that were named, or bytes of the
 * data file; `below` is the number of the customer under whom those who match go on.
 */
export interface At {
  part: number;
  at: number;
  below: number;
}
export const BEGINNING: At = { part: 0, at: 0, below: Number.MAX_SAFE_INTEGER };

/** Where the walk through an audience comes to the rows of its file; null where it has none. */
export const fileBeginning = ({ dataFile }: Pick<Walk, "dataFile">): At | null =>
  dataFile ? { ...BEGINNING, part: parts.file } : null;
export const isInFile = ({ part }: At): boolean => part === parts.file;

/** Where a walk begins that has no numbers which were typed. */
export const beginningOf = (walk: { request: Pick<BroadcastRequest, "audience"> }): At =>
  partAfter(walk, parts.typed) ?? BEGINNING;

/**
 * The last consent for such messages, by the address that would get this one; asked only for an estimate (`?3`).
 * Somebody on the blacklist who hasn't written yet has none: their entry says it, as -1.
 */
const GIVEN = (address: string) => `CASE WHEN ?3 IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM blacklist l
    WHERE l.enterprise_id = ?1 AND l.address = ${address} AND l.channel_type IN (?4, ${EVERY_CHANNEL})) THEN -1 ELSE (SELECT s.given FROM addresses a
    CROSS JOIN consents s ON s.enterprise_id = ?1 AND s.identity_id = a.identity_id AND s.purpose = ?3
    WHERE a.enterprise_id = ?1 AND a.channel_type = ?4 AND a.scope = '' AND a.address = ${address} ORDER BY s.at DESC, s.id DESC LIMIT 1) END AS given`;
/** Until when the vendor's window for somebody is open on a channel; asked only for an estimate (`?5`). */
const WINDOW = (
  address: string,
) => `CASE WHEN ?5 IS NULL THEN 0 ELSE coalesce((SELECT max(w.window_until) FROM addresses a
    CROSS JOIN reach w ON w.enterprise_id = ?1 AND w.channel_id = ?5 AND w.identity_id = a.identity_id
    WHERE a.enterprise_id = ?1 AND a.channel_type = ?4 AND a.scope = '' AND a.address = ${address}), 0) END AS windowUntil`;
/** Whether mails to an address come back for good on a channel; asked only for an estimate (`?5`). */
const UNREACHABLE = (
  address: string,
) => `?5 IS NOT NULL AND ?4 = ${channelTypes.email} AND EXISTS (SELECT 1 FROM addresses a
    CROSS JOIN reach w ON w.enterprise_id = ?1 AND w.channel_id = ?5 AND w.identity_id = a.identity_id AND w.reachable = 0
    WHERE a.enterprise_id = ?1 AND a.channel_type = ?4 AND a.scope = '' AND a.address = ${address}) AS isUnreachable`;
const ASIDE = (address: string) => `${GIVEN(address)}, ${WINDOW(address)}, ${UNREACHABLE(address)}`;
/** The address that somebody of the master has on the channel: the first of their mail fields (`?6`), where it takes mails. */
const OWN = `CASE WHEN ?6 IS NULL THEN c.phone ELSE (SELECT lower(trim(d.value)) FROM json_each(?6) f CROSS JOIN json_each(c.data) d
    ON d.key = f.value AND d.value <> '' ORDER BY f.key LIMIT 1) END`;
const COLUMNS = `c.number, c.name, c.phone, c.data, ${ASIDE(`(${OWN})`)}`;
const THERE = "c.enterprise_id = ?1 AND c.deleted_at IS NULL";
const TYPED = `SELECT e.value AS address, c.number, c.name, c.phone, c.data, ${ASIDE("e.value")}
  FROM json_each(?2) e LEFT JOIN customers c ON c.phone = e.value AND ${THERE}`;
const BY_ID = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.id = e.value AND ${THERE} ORDER BY e.key`;
const BY_NUMBER = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN customers c ON c.number = e.value AND ${THERE} ORDER BY e.key`;

interface CustomerRow {
  number: number;
  name: string;
  phone: string;
  data: string;
  given: -1 | 0 | 1 | null;
  windowUntil: number;
  isUnreachable: 0 | 1;
}
type TypedRow = Pick<CustomerRow, "given" | "windowUntil" | "isUnreachable"> & { address: string } & (
    | CustomerRow
    | { number: null; name: null; phone: null; data: null }
  );

/** A walk through the audience of a broadcast. */
export interface Walk {
  request: Pick<BroadcastRequest, "phoneNumber" | "audience">;
  channelType: number;
  fields: readonly FieldRow[];
  /** The file whose rows belong to the audience, too. */
  dataFile?: DataFile | undefined;
  /** The purpose that they may have refused, where that is to be known. */
  purpose?: Purpose;
  /** On which channel their windows are to be known. */
  windowsOn?: string;
}

/** The next people of an audience, at most `most`, and where the walk goes on; null at its end. */
export async function peopleOf(
  ctx: Ctx,
  walk: Walk,
  { part, at, below }: At,
  most: number,
): Promise<{ people: Person[]; next: At | null }> {
  const { phoneNumber, audience } = walk.request;
  const read = reading(ctx, walk);
  const goOn = (next: number) => ({ part, at: next, below });
  switch (part) {
    case parts.typed: {
      const typed = phoneNumber
        .slice(at, at + most)
        .map((each) => ({ typed: each, row: {}, isUnreadable: false }));
      const isLast = at + most >= phoneNumber.length;
      return { people: await read.byAddress(typed), next: isLast ? partAfter(walk, part) : goOn(at + most) };
    }
    case parts.named: {
      const ids = audience.customerIds.slice(at, at + most);
      const isLast = at + most >= audience.customerIds.length;
      return {
        people: await read.customers(BY_ID, ids),
        next: isLast ? partAfter(walk, part) : goOn(at + most),
      };
    }
    case parts.matching: {
      if (audience.filter === null) return { people: [], next: partAfter(walk, part) };
      const numbers = await matching(ctx, audience.filter);
      const page = await ctx.db.values<[number]>(sql`${numbers({ limit: most, below })}`);
      const last = page.at(-1)?.[0];
      const people = await read.customers(
        BY_NUMBER,
        page.map(([number]) => number),
      );
      const isLast = last === undefined || page.length < most;
      return { people, next: isLast ? partAfter(walk, part) : { part, at: 0, below: last } };
    }
    case parts.file: {
      if (!walk.dataFile) return { people: [], next: null };
      const { rows, next } = await dataRows(walk.dataFile, at, most);
      return { people: await read.byAddress(rows), next: next === null ? null : goOn(next) };
    }
    default:
      return { people: [], next: null };
  }
}

const refusalIn = (given: CustomerRow["given"]) => ({
  hasRefused: given === 0 || given === -1,
  isBlacklisted: given === -1,
});

/** The beginning of the next part that has anybody; null after the last one. */
function partAfter(
  {
    request: { audience },
    dataFile,
  }: { request: Pick<BroadcastRequest, "audience">; dataFile?: DataFile | undefined },
  part: number,
): At | null {
  const has = {
    [parts.named]: audience.customerIds.length > 0,
    [parts.matching]: audience.filter !== null,
    [parts.file]: dataFile !== undefined,
  };
  const next = [parts.named, parts.matching, parts.file].find((each) => each > part && has[each]);
  return next === undefined ? null : { ...BEGINNING, part: next };
}

/** Somebody who is known by another broadcast: by their customer, else by the address if it is of this channel's kind. */
export interface Behind {
  customer: number | null;
  address: string;
  isSameKind: boolean;
}

/** The same people as a channel of another type reaches them, in their order; undefined for who has no address there. */
export async function peopleBehind(
  ctx: Ctx,
  walk: Pick<Walk, "channelType" | "fields">,
  behind: readonly Behind[],
): Promise<(Person | undefined)[]> {
  const read = reading(ctx, walk);
  const numbers = behind.flatMap(({ customer }) => customer ?? []);
  const strangers = behind.filter(({ customer, isSameKind }) => customer === null && isSameKind);
  const [customers, others] = await Promise.all([
    read.customers(BY_NUMBER, numbers),
    read.byAddress(strangers.map(({ address }) => ({ typed: address, row: {}, isUnreadable: false }))),
  ]);
  const byNumber = new Map(customers.map((each) => [each.customer, each]));
  const byAddress = new Map(others.map((each) => [each.typed, each]));
  return behind.map(({ customer, address, isSameKind }) => {
    const found =
      customer !== null ? byNumber.get(customer) : isSameKind ? byAddress.get(address) : undefined;
    return found?.address === undefined ? undefined : found;
  });
}

/** Reads people by their addresses or as customers, with their values. */
function reading(ctx: Ctx, { channelType, fields, purpose, windowsOn }: Omit<Walk, "request">) {
  const isMail = kindOn(channelType) === "mail";
  const mailFields = fields.filter(({ rules }) => rules.inputType === "email").map(({ id }) => id);
  const rowsOf = async <Row>(
    text: string,
    values: readonly unknown[],
    ...more: (string | null)[]
  ): Promise<Row[]> => {
    if (values.length === 0) return [];
    const { results } = await ctx.db.$client
      .prepare(text)
      .bind(
        ctx.enterpriseId,
        JSON.stringify(values),
        purpose ?? null,
        channelType,
        windowsOn ?? null,
        ...more,
      )
      .all<Row>();
    return results;
  };
  const personOf = ({
    number,
    name,
    phone,
    data,
    given,
    windowUntil,
    isUnreachable,
  }: CustomerRow): Person => {
    const values = JSON.parse(data) as FieldValues;
    const mail = mailFields.map((id) => values[id] ?? "").find((each) => each !== "") ?? "";
    return {
      typed: isMail ? mail : phone,
      row: {},
      isUnreadable: false,
      address: isMail ? mailOf(mail) : phone,
      customer: number,
      name,
      phone,
      data: values,
      ...refusalIn(given),
      isUnreachable: isUnreachable === 1,
      windowUntil,
    };
  };
  return {
    customers: async (text: string, values: readonly unknown[]): Promise<Person[]> =>
      (await rowsOf<CustomerRow>(text, values, isMail ? JSON.stringify(mailFields) : null)).map(personOf),
    /** Finds customers by their numbers; everybody else has nothing but the address and their row. */
    byAddress: async (listed: readonly DataRow[]): Promise<Person[]> => {
      const addresses = listed.map(({ typed, isUnreadable }) => {
        return isUnreadable ? undefined : addressOn(channelType, typed);
      });
      const rows = await rowsOf<TypedRow>(TYPED, [
        ...new Set(addresses.filter((each) => each !== undefined)),
      ]);
      const known = new Map(rows.map((each) => [each.address, each]));
      return listed.map((each, index): Person => {
        const address = addresses[index];
        const found = address === undefined ? undefined : known.get(address);
        const stranger = {
          name: "",
          phone: address ?? "",
          data: {},
          customer: null,
          ...refusalIn(found?.given ?? null),
          isUnreachable: found?.isUnreachable === 1,
          windowUntil: found?.windowUntil ?? 0,
        };
        return { ...(found && found.number !== null ? personOf(found) : stranger), ...each, address };
      });
    },
  };
}
