import type { Ctx } from "../ctx.ts";
import type { AddressHash } from "./address-hash.ts";
import { kindOn } from "./address-on.ts";
import { noEffects } from "./effects.ts";
import { type Known, meet } from "./meet.ts";
import { peopleWritten, type Some } from "./write-people.ts";

const KNOWN = `SELECT a.address, a.identity_id AS identityId, i.customer FROM json_each(?3) e CROSS JOIN addresses a
  ON a.enterprise_id = ?1 AND a.channel_type = ?2 AND a.scope = '' AND a.kind = ?4 AND a.address = e.value
  CROSS JOIN identities i ON i.id = a.identity_id`;

/** Identities of people who are to be sent something at an address, by the address, and the statements that make new ones. */
export async function peopleMet(
  { db, enterpriseId, newId, now }: Pick<Ctx, "db" | "enterpriseId" | "newId" | "now">,
  channelType: number,
  people: readonly { address: string | undefined; customer: number | null; name: string }[],
  hash: AddressHash,
): Promise<{ identityOf: ReadonlyMap<string, string>; statements: D1PreparedStatement[] }> {
  const { $client } = db;
  const kind = kindOn(channelType);
  const addresses = [...new Set(people.flatMap(({ address }) => address ?? []))];
  if (addresses.length === 0) return { identityOf: new Map(), statements: [] };
  const { results } = await $client
    .prepare(KNOWN)
    .bind(enterpriseId, channelType, JSON.stringify(addresses), kind)
    .all<Known & { address: string }>();
  const known = new Map(results.map(({ address, ...each }) => [address, each]));
  const effects = noEffects();
  const identityOf = new Map<string, string>();
  for (const { address, customer, name } of people) {
    if (address !== undefined)
      identityOf.set(address, meet(known, effects, { kind, address, customer, name }, newId));
  }
  const some: Some = (rows, text, ...more) =>
    rows.length === 0 ? [] : [$client.prepare(text).bind(JSON.stringify(rows), enterpriseId, ...more)];
  const statements = await peopleWritten(some, { type: channelType }, effects, { at: now(), newId, hash });
  return { identityOf, statements };
}
