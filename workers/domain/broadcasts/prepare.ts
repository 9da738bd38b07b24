import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, type LeasedJob, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import { countMatching } from "../customers/list.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { noEffects } from "../messaging/effects.ts";
import { peopleWritten, type Some } from "../messaging/write-people.ts";
import { kindOn, type Person, peopleOf } from "./people.ts";
import { type BroadcastRow, readBroadcast } from "./row.ts";
import { contactOf, Values } from "./values.ts";

type Payload = JobPayload<"broadcast.prepare">;

/** People of one page, which is one transaction. */
const PAGE = 500;
const CALLS = 12;

const KNOWN = `SELECT a.address, a.identity_id AS identityId, i.customer FROM json_each(?3) e CROSS JOIN addresses a
  ON a.enterprise_id = ?1 AND a.channel_type = ?2 AND a.scope = '' AND a.kind = ?4 AND a.address = e.value
  CROSS JOIN identities i ON i.id = a.identity_id`;
/** Nobody is a recipient twice, whatever lists name them. */
const ADD = `INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, data, status, facts, code, reason)
  SELECT value->>0, ?2, value->>1, value->>2, nullif(value->'$[3]', 'null'), CASE WHEN value->>4 IS NULL THEN 'queued' ELSE 'failed' END, '{}', value->>4, value->>5
  FROM json_each(?1) WHERE true ON CONFLICT (identity_id, substr(id, 1, 28)) WHERE identity_id IS NOT NULL DO NOTHING`;
/** changes() counts the rows of the statement before this one, without those of its triggers. */
const DOUBLES = "UPDATE broadcasts SET doubles = doubles + ?2 - changes() WHERE id = ?1";
const HAS_SOMEBODY = `EXISTS (SELECT 1 FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id AND c.status = 'queued' AND c.count > 0)`;
/** Who was named is known by the recipients from now on, and nowhere else. */
const PREPARED = `UPDATE broadcasts SET prepared_at = ?2, updated_at = ?2, revision = revision + 1,
    state = CASE WHEN ${HAS_SOMEBODY} THEN state ELSE 'failed' END, reason = CASE WHEN ${HAS_SOMEBODY} THEN reason ELSE ?3 END,
    ended_at = CASE WHEN ${HAS_SOMEBODY} THEN NULL ELSE ?2 END,
    request = json_set(request, '$.phoneNumber', json('[]'), '$.audience.customerIds', json('[]'))
  WHERE id = ?1 AND state IN ('processing', 'paused')`;

/**
 * Makes a broadcast's recipients page by page: who they are, their own values as they are now, and why somebody is left out.
 * A page's rows and the job's progress are one transaction under the job's lease, so a page that runs twice makes nobody
 * twice. Nothing is sent before all are there.
 */
export function preparePages(
  ctx: Ctx,
  held: HeldJob,
  payload: Payload,
  hashOf: () => Promise<AddressHash>,
): () => Promise<PageEnd> {
  const { job } = held;
  let { part, at, below, n } = payload;
  let about: About | undefined;
  return async () => {
    about ??= await aboutOf(ctx, payload.broadcastId, await hashOf());
    if (!about) throw new LeaseLost();
    const { broadcast, fields } = about;
    const { people, next } = await peopleOf(
      ctx,
      { request: broadcast.request, channelType: broadcast.channelType, fields },
      { part, at, below },
      PAGE,
    );
    const after = next ?? { part: 3, at: 0, below: 0 };
    await underLease(
      ctx.db.$client.batch([
        bindable(ctx, guardLease(ctx, job, { n, part }, isWanted(broadcast.id))),
        ...(await recipientsMade(ctx, about, people, n)),
        bindable(ctx, advancing(ctx, job, { payload: { ...after, n: n + people.length } })),
      ]),
    );
    held.did(CALLS);
    n += people.length;
    ({ part, at, below } = after);
    if (next === null) return end(ctx, job, broadcast.id);
    await held.tell(Math.min(n / Math.max(about.total, 1), 0.99));
    return "next";
  };
}

/** A broadcast that is stopped, or whose channel is gone, is made no recipients for any more. */
const isWanted = (id: string) =>
  sql`EXISTS (SELECT 1 FROM broadcasts WHERE id = ${id} AND state IN ('processing', 'paused'))`;

interface About {
  broadcast: BroadcastRow;
  fields: FieldRow[];
  values: Values;
  hash: AddressHash;
  total: number;
}

async function aboutOf(ctx: Ctx, id: string, hash: AddressHash): Promise<About | undefined> {
  const [broadcast, fields] = await Promise.all([readBroadcast(ctx, id), liveFields(ctx)]);
  if (!broadcast) return undefined;
  const { request, template } = broadcast;
  const { filter, customerIds } = request.audience;
  const matching = filter ? await countMatching(ctx, filter) : 0;
  return {
    broadcast,
    fields,
    values: new Values(template.components, request.columnMapping),
    hash,
    total: request.phoneNumber.length + customerIds.length + matching,
  };
}

async function recipientsMade(
  ctx: Ctx,
  { broadcast, fields, values, hash }: About,
  people: readonly Person[],
  n: number,
): Promise<D1PreparedStatement[]> {
  if (people.length === 0) return [];
  const { db, enterpriseId, newId, now } = ctx;
  const { $client } = db;
  const kind = kindOn(broadcast.channelType);
  const addresses = [...new Set(people.flatMap(({ address }) => address ?? []))];
  const { results } = await $client
    .prepare(KNOWN)
    .bind(enterpriseId, broadcast.channelType, JSON.stringify(addresses), kind)
    .all<{ address: string; identityId: string; customer: number | null }>();
  const identityOf = new Map(results.map(({ address, identityId }) => [address, identityId]));
  const strangers = new Set(results.flatMap((each) => (each.customer === null ? each.address : [])));
  const effects = noEffects();
  for (const { address, customer, name } of people) {
    if (address === undefined) continue;
    const known = identityOf.get(address);
    // Who became a customer since is known as one now.
    if (known !== undefined && customer !== null && strangers.delete(address))
      effects.links.push({ identityId: known, customer, newCustomer: null });
    if (known !== undefined) continue;
    const id = newId();
    identityOf.set(address, id);
    effects.identities.set(id, { id, name, customer, newCustomer: null, perhapsOther: false });
    effects.addresses.push({ identityId: id, address: { kind, scope: "", value: address } });
  }
  const bound = (text: string, ...bind: unknown[]) => $client.prepare(text).bind(...bind);
  const some: Some = (rows, text, ...more) =>
    rows.length === 0 ? [] : [bound(text, JSON.stringify(rows), enterpriseId, ...more)];
  const rows = people.map((person, index) => {
    const { typed, address } = person;
    const id = recipientIdOf(broadcast.id, n + index + 1);
    if (address === undefined) return [id, null, typed, null, "invalidNumber", reasonOf("invalidNumber")];
    const { own, missing } = values.of(contactOf(person, fields));
    const data = Object.keys(own).length > 0 ? own : null;
    const identityId = identityOf.get(address);
    return missing.length > 0
      ? [id, identityId, address, null, "missingValue", texts.missing(missing)]
      : [id, identityId, address, data, null, null];
  });
  return [
    ...(await peopleWritten(some, { type: broadcast.channelType }, effects, { at: now(), newId, hash })),
    bound(ADD, JSON.stringify(rows), enterpriseId),
    bound(DOUBLES, broadcast.id, rows.length),
  ];
}

const reasonOf = (code: string): string => texts.reasons[code]?.[0] ?? "";

async function end(ctx: Ctx, job: LeasedJob, id: string): Promise<PageEnd> {
  const [, ended] = await ctx.db.$client.batch([
    ctx.db.$client.prepare(PREPARED).bind(id, ctx.now(), texts.failedNobody),
    bindable(ctx, finished(ctx, job, texts.job.done)),
  ]);
  if (ended?.results.length === 0) throw new LeaseLost();
  return "done";
}
