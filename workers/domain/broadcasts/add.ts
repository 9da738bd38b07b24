import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import type { ShortLinks } from "../links/shorten.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { peopleMet } from "../messaging/meet-people.ts";
import type { Person } from "./people.ts";
import { type BroadcastRow, readBroadcast } from "./row.ts";
import { contactOf, Values } from "./values.ts";

/** Characters kept of a cell that is no number, so that it can be found in its file. */
const LONGEST_TYPED = 100;

/** Nobody is a recipient twice, whatever lists name them, and nobody's place is taken twice. */
const ADD = `INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, data, status, facts, code, reason)
  SELECT value->>0, ?2, value->>1, value->>2, nullif(value->'$[3]', 'null'), CASE WHEN value->>4 IS NULL THEN 'queued' ELSE 'failed' END, '{}', value->>4, value->>5
  FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`;

export interface MakingDeps {
  hashOf: () => Promise<AddressHash>;
  /** The short links of a broadcast, where it has any. */
  linksOf?: (broadcast: BroadcastRow) => Promise<ShortLinks | undefined>;
}

/** A broadcast whose recipients are made. */
export interface Making {
  broadcast: BroadcastRow;
  links: ShortLinks | undefined;
  fields: FieldRow[];
  values: Values;
  hash: AddressHash;
}

/** Reads the parts that all recipients of a broadcast share; undefined where there is no such broadcast. */
export async function makingOf(
  ctx: Ctx,
  id: string,
  { hashOf, linksOf }: MakingDeps,
): Promise<Making | undefined> {
  const hash = await hashOf();
  const [broadcast, fields] = await Promise.all([readBroadcast(ctx, id), liveFields(ctx)]);
  if (!broadcast) return undefined;
  const { request, template } = broadcast;
  return {
    broadcast,
    links: await linksOf?.(broadcast),
    fields,
    values: new Values(template, broadcast.channelType, request.columnMapping),
    hash,
  };
}

/** Statements that make recipients at their places, with their values as they are now; the last one makes them. */
export async function recipientsMade(
  ctx: Ctx,
  { broadcast, links, fields, values, hash }: Making,
  people: readonly { person: Person; place: number }[],
): Promise<D1PreparedStatement[]> {
  if (people.length === 0) return [];
  const { identityOf, statements } = await peopleMet(
    ctx,
    broadcast.channelType,
    people.map(({ person }) => person),
    hash,
  );
  const rowOf = async ({ person, place }: { person: Person; place: number }) => {
    const { typed, address, isUnreadable } = person;
    const id = recipientIdOf(broadcast.id, place);
    if (address === undefined) {
      const code = isUnreadable ? "unreadableRow" : "invalidNumber";
      return [id, null, typed.slice(0, LONGEST_TYPED), null, code, texts.reasons[code]?.[0] ?? ""];
    }
    const { own, missing: gaps } = values.of(contactOf(person, fields));
    const missing = [...new Set([...gaps, ...(links?.missing ?? [])])];
    const all = { ...own, ...(await links?.valuesOf(place)) };
    const data = Object.keys(all).length > 0 ? all : null;
    const identityId = identityOf.get(address);
    return missing.length > 0
      ? [id, identityId, address, null, "missingValue", texts.missing(missing)]
      : [id, identityId, address, data, null, null];
  };
  const rows = await Promise.all(people.map(rowOf));
  return [...statements, ctx.db.$client.prepare(ADD).bind(JSON.stringify(rows), ctx.enterpriseId)];
}
