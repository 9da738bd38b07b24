import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import type { Mapping } from "#workers/contract/broadcast.ts";
import { FLOW_TOKEN, flowIn } from "#workers/contract/templates/sending.ts";
import type { Ctx } from "../ctx.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import type { ShortLinks } from "../links/shorten.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { peopleMet } from "../messaging/meet-people.ts";
import { openingTemplateFlows, type TemplateSession } from "../flow-sessions/template-sessions.ts";
import { flowTokenFor } from "../flow-sessions/token.ts";
import type { Person } from "../audience/people.ts";
import { type BroadcastRow, readBroadcast } from "./row.ts";
import { contactOf, rowColumnsIn, Values } from "../audience/values.ts";

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
  /** Columns of the data file that its fallback's variables ask for: the file may be gone by then. */
  keptColumns: readonly string[];
  hash: AddressHash;
}
const FALLBACK_MAPPING = `SELECT json_extract(f.request, '$.columnMapping') AS mapping FROM broadcasts f WHERE f.fallback_of = ?1 AND f.enterprise_id = ?2`;

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
  const fallback =
    request.audience.file === null
      ? null
      : await ctx.db.$client
          .prepare(FALLBACK_MAPPING)
          .bind(id, ctx.enterpriseId)
          .first<{ mapping: string }>();
  return {
    broadcast,
    links: await linksOf?.(broadcast),
    fields,
    values: new Values(template, broadcast.channelType, request.columnMapping),
    keptColumns: fallback ? rowColumnsIn(JSON.parse(fallback.mapping) as Mapping[]) : [],
    hash,
  };
}

/** Statements that make recipients at their places, with their values as they are now; the last one makes them. */
export async function recipientsMade(
  ctx: Ctx,
  { broadcast, links, fields, values, keptColumns, hash }: Making,
  people: readonly { person: Person; place: number }[],
): Promise<D1PreparedStatement[]> {
  if (people.length === 0) return [];
  const { identityOf, statements } = await peopleMet(
    ctx,
    broadcast.channelType,
    people.map(({ person }) => person),
    hash,
  );
  const flowId = flowIn(broadcast.template.components);
  const sessions: TemplateSession[] = [];
  const rowOf = async ({ person, place }: { person: Person; place: number }) => {
    const { typed, address, isUnreadable } = person;
    const id = recipientIdOf(broadcast.id, place);
    if (address === undefined) {
      const code = isUnreadable ? "unreadableRow" : "invalidNumber";
      return [id, null, typed.slice(0, LONGEST_TYPED), null, code, texts.reasons[code]?.[0] ?? ""];
    }
    const { own, missing: gaps } = values.of(contactOf(person, fields));
    const missing = [...new Set([...gaps, ...(links?.missing ?? [])])];
    const kept = Object.fromEntries(
      keptColumns.flatMap((each) => (person.row[each] ? [[each, person.row[each]] as const] : [])),
    );
    const token = flowTokenFor(broadcast.template.components);
    const all = { ...own, ...(await links?.valuesOf(place)), ...token, ...kept };
    const identityId = identityOf.get(address);
    if (flowId !== undefined && missing.length === 0)
      sessions.push({
        ...{ token: token[FLOW_TOKEN] ?? "", flowId, channelId: broadcast.channelId, messageId: id },
        to: { identityId: identityId ?? "" },
      });
    return missing.length > 0
      ? [id, identityId, address, filled(kept), "missingValue", texts.missing(missing)]
      : [id, identityId, address, filled(all), null, null];
  };
  const rows = await Promise.all(people.map(rowOf));
  return [
    ...statements,
    ...openingTemplateFlows(ctx.db, ctx.enterpriseId, sessions, ctx.now()),
    ctx.db.$client.prepare(ADD).bind(JSON.stringify(rows), ctx.enterpriseId),
  ];
}

const filled = (values: Record<string, string>) => (Object.keys(values).length > 0 ? values : null);
