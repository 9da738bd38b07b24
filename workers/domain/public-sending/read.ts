import type { PublicMessage } from "#workers/contract/endpoints/public-messages.ts";
import type { Components, Template } from "#workers/contract/templates/template.ts";
import { UNSUBSCRIBE } from "#workers/contract/short-links.ts";
import { FILES } from "../broadcasts/request.ts";
import type { Ctx } from "../ctx.ts";
import { phoneOf } from "../customers/phone.ts";
import { type LinkKey, NO_BROADCAST } from "../links/shorten.ts";
import { mailOf } from "../messaging/address-on.ts";
import type { Known } from "../messaging/meet.ts";

/** A cause of the API: keys are the enterprise's, whichever of its systems names them. */
export const causeOf = (idempotencyKey: string): string => `api:${idempotencyKey}`;

/** The message that was taken under a key before. */
export interface Before {
  id: string;
  cause: string;
  hash: string | null;
}

/** A message that would be stored, were its enterprise not on its way. */
export interface Keeping {
  id: string;
  asked: PublicMessage;
  hash: string;
}

/** Everything that a page of messages names, as the database has it now. */
export interface Found {
  /** Types of channels, by their ids. */
  channels: Map<string, number>;
  /** By `templateKey`. */
  templates: Map<string, Template & { status: string }>;
  files: Set<string>;
  /** People known on a type of channels, by address. */
  known: Map<number, Map<string, Known>>;
  customers: Map<string, { customer: number; name: string }>;
  before: Map<string, Before>;
  /** The link of mails with offers, once there was one. */
  unsubscribing: LinkKey | undefined;
}

const CHANNELS =
  "SELECT c.id, c.type FROM json_each(?2) e CROSS JOIN channels c ON c.id = e.value WHERE c.enterprise_id = ?1";
const COLUMNS = "e.key, t.name, t.language, t.category, t.components, t.status";
const TEMPLATES = `SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN templates t ON t.id = e.value->>1
    WHERE e.value->>1 <> '' AND t.enterprise_id = ?1 AND t.channel_id = e.value->>0
  UNION ALL SELECT ${COLUMNS} FROM json_each(?2) e CROSS JOIN templates t ON t.enterprise_id = ?1 AND t.channel_id = e.value->>0
    AND t.name = e.value->>2 AND t.language = e.value->>3 WHERE e.value->>1 = ''`;
const KNOWN = `SELECT c.type, a.address, a.identity_id AS identityId, i.customer FROM json_each(?2) e
  CROSS JOIN channels c ON c.id = e.value->>0 AND c.enterprise_id = ?1
  CROSS JOIN addresses a ON a.enterprise_id = ?1 AND a.channel_type = c.type AND a.scope = '' AND a.kind = e.value->>1 AND a.address = e.value->>2
  CROSS JOIN identities i ON i.id = a.identity_id`;
const CUSTOMERS = `SELECT c.number AS customer, c.name, c.phone FROM json_each(?2) e CROSS JOIN customers c ON c.enterprise_id = ?1
  AND c.phone = e.value AND c.deleted_at IS NULL`;
const UNSUBSCRIBING = `SELECT n, key FROM links WHERE enterprise_id = ?1 AND broadcast_id = ?2 ->> 0 AND url = '${UNSUBSCRIBE}'`;
export const BEFORE = `SELECT m.id, m.cause, m.cause_hash AS hash FROM json_each(?2) e CROSS JOIN messages m
  ON m.enterprise_id = ?1 AND m.cause = e.value`;

const named = ({ channelId, template: { id, name, language } }: PublicMessage) =>
  id === "" ? [channelId, "", name, language] : [channelId, id, "", ""];
/** The key of a message's template among those that were found. */
export const templateKey = (message: PublicMessage): string => JSON.stringify(named(message));

/** Reads all that a page of messages names, in one batch. */
export async function findNamed({ db, enterpriseId }: Ctx, page: readonly PublicMessage[]): Promise<Found> {
  const bound = (text: string, values: Iterable<unknown>) =>
    db.$client.prepare(text).bind(enterpriseId, JSON.stringify([...values]));
  const templates = [...new Map(page.map((each) => [templateKey(each), named(each)]))];
  const phones = new Set(page.flatMap(({ to }) => phoneOf(to) ?? []));
  const addresses = page.flatMap(({ channelId, to }) => [
    ...[phoneOf(to)].flatMap((phone) => (phone === undefined ? [] : [[channelId, "number", phone]])),
    ...[mailOf(to)].flatMap((mail) => (mail === undefined ? [] : [[channelId, "mail", mail]])),
  ]);
  const files = page.flatMap(({ media, cards }) =>
    [media, ...cards.map((card) => card.media)].flatMap((each) => each?.fileId ?? []),
  );
  const results = await db.$client.batch([
    bound(CHANNELS, new Set(page.map(({ channelId }) => channelId))),
    bound(
      TEMPLATES,
      templates.map(([, each]) => each),
    ),
    bound(FILES("SELECT value AS id FROM json_each(?2)"), new Set(files)),
    bound(KNOWN, addresses),
    bound(CUSTOMERS, phones),
    bound(BEFORE, new Set(page.map(({ idempotencyKey }) => causeOf(idempotencyKey)))),
    bound(UNSUBSCRIBING, [NO_BROADCAST]),
  ]);
  const rowsAt = <Row>(at: number) => (results[at]?.results ?? []) as Row[];
  const known = new Map<number, Map<string, Known>>();
  for (const { type, address, ...each } of rowsAt<Known & { type: number; address: string }>(3)) {
    const ofType = known.get(type) ?? new Map<string, Known>();
    known.set(type, ofType.set(address, each));
  }
  return {
    channels: new Map(rowsAt<{ id: string; type: number }>(0).map(({ id, type }) => [id, type])),
    templates: new Map(
      rowsAt<Template & { key: number; components: string; status: string }>(1).map(
        ({ key, components, ...template }) => [
          templates[key]?.[0] ?? "",
          { ...template, components: JSON.parse(components) as Components },
        ],
      ),
    ),
    files: new Set(rowsAt<{ id: string }>(2).map(({ id }) => id)),
    known,
    customers: new Map(
      rowsAt<{ customer: number; name: string; phone: string }>(4).map(({ phone, ...each }) => [phone, each]),
    ),
    before: new Map(rowsAt<Before>(5).map((each) => [each.cause, each])),
    unsubscribing: rowsAt<LinkKey>(6)[0],
  };
}
