import { createHash } from "node:crypto";
import { castOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { kindOn } from "../messaging/address-on.ts";
import type { Person } from "../audience/people.ts";
import type { BroadcastRow } from "./row.ts";

/** The number of an address from 0 to 999, the same whenever it is asked for with a salt; other salts mix people anew. */
export const permilleOf = (salt: string, address: string): number =>
  createHash("sha256").update(`${salt} ${address}`).digest().readUInt32BE(0) % 1_000;

/** Rows of address and customer, `?3`, who are recipients of one of two messages: by the address, one joined to it, or the customer. */
const TESTED = `SELECT e.key AS at FROM json_each(?3) e WHERE EXISTS (SELECT 1 FROM (
    SELECT a.identity_id AS id FROM addresses a WHERE a.enterprise_id = ?1 AND a.channel_type = ?2 AND a.scope = '' AND a.kind = ?4 AND a.address = e.value->>0
    UNION ALL SELECT m.id FROM addresses a CROSS JOIN identities m ON m.merged_into = a.identity_id
      WHERE a.enterprise_id = ?1 AND a.channel_type = ?2 AND a.scope = '' AND a.kind = ?4 AND a.address = e.value->>0
    UNION ALL SELECT i.id FROM identities i WHERE i.enterprise_id = ?1 AND i.customer = e.value->>1 AND i.channel_type = ?2) s
  CROSS JOIN broadcast_recipients r ON r.identity_id = s.id AND ${castOf("r.id")} IN (
    SELECT ${castOf("?5")} UNION ALL SELECT ${castOf("b.id")} FROM broadcasts b WHERE b.test_of = ?5 AND b.part = 'b'))`;

type Part = Pick<BroadcastRow, "id" | "channelType" | "part" | "testOf" | "sliceFrom" | "sliceTo">;
export interface Placed {
  person: Person;
  place: number;
}

/**
 * Of a page those who are of a broadcast's part. Two messages share people by their addresses alone, so nobody is of both
 * whatever runs twice. The rest is whoever got neither, also somebody who came to the audience after both were complete.
 */
export async function theirs(ctx: Ctx, broadcast: Part, page: readonly Placed[]): Promise<Placed[]> {
  const { id, part, testOf, sliceFrom, sliceTo } = broadcast;
  if (part === null) return [...page];
  const isIn = ({ person: { address, typed } }: Placed) => {
    const number = permilleOf(testOf ?? id, address ?? typed);
    return number >= sliceFrom && number < sliceTo;
  };
  if (part !== "rest") return page.filter(isIn);
  const tested = await testedIn(ctx, broadcast, page);
  // A cell that is no address is nobody's: each is in one part, as its words say.
  return page.filter((each, at) => (each.person.address === undefined ? isIn(each) : !tested.has(at)));
}

async function testedIn(
  { db: { $client }, enterpriseId }: Ctx,
  { channelType, testOf }: Part,
  page: readonly Placed[],
): Promise<Set<number>> {
  const rows = page.map(({ person: { address, customer } }) => [address ?? null, customer]);
  const { results } = await $client
    .prepare(TESTED)
    .bind(enterpriseId, channelType, JSON.stringify(rows), kindOn(channelType), testOf)
    .all<{ at: number }>();
  return new Set(results.map(({ at }) => at));
}
