import type { TenantDb } from "#db/client.ts";
import { isTemplateType } from "#workers/contract/templates/template.ts";
import type { Ctx } from "../ctx.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { addressOn, kindOn } from "../messaging/address-on.ts";
import { type Effects, noEffects } from "../messaging/effects.ts";
import { type Known, meet } from "../messaging/meet.ts";
import { peopleWritten, type Some } from "../messaging/write-people.ts";
import type { Candidate } from "./due.ts";

const KNOWN = `SELECT a.address, a.identity_id AS identityId, i.customer FROM json_each(?3) e CROSS JOIN addresses a
  ON a.enterprise_id = ?1 AND a.channel_type = ?2 AND a.scope = '' AND a.kind = ?4 AND a.address = e.value
  CROSS JOIN identities i ON i.id = a.identity_id`;

/**
 * Makes customers known on channels that reach people by their number, as broadcasts do: whoever was imported has never
 * written to one. Answers the candidates, with the identities that they have now.
 */
export async function metCustomers(
  ctx: Ctx,
  candidates: readonly Candidate[],
  hashOf: (ctx: Ctx) => Promise<AddressHash>,
): Promise<Candidate[]> {
  const isUnmet = ({ instanceId, identityId, phone, channelType }: Candidate) =>
    instanceId !== null && identityId === null && phone !== null && isTemplateType(channelType);
  const unmet = candidates.filter(isUnmet);
  if (unmet.length === 0) return [...candidates];
  const hash = await hashOf(ctx);
  const met = new Map<string, string>();
  for (const [type, each] of Map.groupBy(unmet, ({ channelType }) => channelType)) {
    for (const [key, identityId] of await meetOn(ctx, type, each, hash))
      met.set(`${type} ${key}`, identityId);
  }
  return candidates.map((each) =>
    isUnmet(each) ? { ...each, identityId: met.get(`${each.channelType} ${each.phone}`) ?? null } : each,
  );
}

/** The identities by phone number. */
async function meetOn(
  { db, enterpriseId, newId, now }: Ctx,
  type: number,
  unmet: readonly Candidate[],
  hash: AddressHash,
): Promise<Map<string, string>> {
  const { $client } = db as TenantDb;
  const kind = kindOn(type);
  const people = unmet.flatMap(({ phone, customer, name }) => {
    const address = addressOn(type, phone ?? "");
    return address === undefined ? [] : [{ phone: phone ?? "", address, customer, name: name ?? "" }];
  });
  const { results } = await $client
    .prepare(KNOWN)
    .bind(enterpriseId, type, JSON.stringify(people.map(({ address }) => address)), kind)
    .all<Known & { address: string }>();
  const known = new Map(results.map(({ address, ...each }) => [address, each]));
  const effects: Effects = noEffects();
  const found = new Map(
    people.map(({ phone, address, customer, name }) => [
      phone,
      meet(known, effects, { kind, address, customer, name }, newId),
    ]),
  );
  const some: Some = (rows, text, ...values) =>
    rows.length === 0 ? [] : [$client.prepare(text).bind(JSON.stringify(rows), enterpriseId, ...values)];
  const statements = await peopleWritten(some, { type }, effects, { at: now(), newId, hash });
  if (statements.length > 0) await $client.batch(statements);
  return found;
}
