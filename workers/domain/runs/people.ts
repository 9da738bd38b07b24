import type { TenantDb } from "#db/client.ts";
import type { FieldValues } from "#db/tenant/customers.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { LogLevel } from "#workers/contract/automation/log-levels.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { contactOf } from "../audience/values.ts";
import type { Known } from "../expression/names.ts";
import type { Library } from "../flow/library.ts";
import type { Facts } from "../flow/world.ts";
import type { LinkPlace } from "../links/shorten.ts";
import { fieldRules } from "../customer-changes/field-rules.ts";
import { contactNames, MARKS, marksIn, type Place } from "./contact-fields.ts";
import { RULES_OF, rulesIn } from "../messaging/chat-rules.ts";
import type { RunRow } from "./run-row.ts";

/** A person on a channel, as a page of runs reads them. */
export interface Person {
  identityId: string;
  channelId: string;
  /** 0: erased. */
  isThere: number;
  name: string;
  customer: number | null;
  customerId: string | null;
  customerRevision: number | null;
  phone: string;
  data: FieldValues;
  windowUntil: number | null;
  /** The open chat on this channel; null: none. */
  chatId: string | null;
  whatsapp: string;
  facebookId: string;
  instaId: string;
  twitterId: string;
  /** Their groups and labels, as JSON. */
  marks: string;
}

export interface RunField {
  id: string;
  fieldName: string;
  rules: Record<string, unknown> & { search?: boolean };
  fieldLabel: string;
}

/** All that a page of one enterprise's runs stands among. */
export interface RunsContext {
  personOf: (row: Pick<RunRow, "identityId" | "channelId">) => Person | undefined;
  channels: ReadonlyMap<
    string,
    { id: string; type: number; vendor: number; agentId: string | null; departmentId: string | null }
  >;
  graphs: ReadonlyMap<string, string>;
  /** Whether a version is a journey's or an encap's. */
  kindOf: (versionId: string) => AutomationKind;
  /** How much is kept of the steps of a version's runs. */
  logLevelOf: (versionId: string) => LogLevel;
  fields: readonly RunField[];
  known: Known;
  factsOf: (row: Pick<RunRow, "identityId" | "channelId">) => Omit<Facts, "library"> | undefined;
  rules: ReturnType<typeof rulesIn>;
}

/** With what its graphs name. */
export type Informed = RunsContext & {
  library: Library;
  formLink: () => { token: string; url: string };
  /** Where links are whose clicks runs wait for; undefined where none of them does. */
  links: LinkPlace | undefined;
};

const PEOPLE = `SELECT e.value->>0 AS identityId, e.value->>1 AS channelId, i.id IS NOT NULL AND i.closed_at IS NULL AS isThere,
    coalesce(c.name, i.name, '') AS name, c.number AS customer, c.id AS customerId, c.revision AS customerRevision, coalesce(c.phone, '') AS phone,
    coalesce(c.data, '{}') AS data, coalesce(c.whatsapp, '') AS whatsapp, coalesce(c.facebook_id, '') AS facebookId, coalesce(c.insta_id, '') AS instaId,
    coalesce(c.twitter_id, '') AS twitterId, h.window_until AS windowUntil, ${MARKS("c.number", "?2")} AS marks,
    (SELECT t.id FROM chats t WHERE t.enterprise_id = ?2 AND t.channel_id = e.value->>1 AND t.identity_id = e.value->>0 AND t.state NOT IN (3, 4)) AS chatId
  FROM json_each(?1) e LEFT JOIN identities i ON i.id = e.value->>0 AND i.enterprise_id = ?2
  LEFT JOIN customers c ON c.enterprise_id = ?2 AND c.number = i.customer AND c.deleted_at IS NULL
  LEFT JOIN reach h ON h.enterprise_id = ?2 AND h.channel_id = e.value->>1 AND h.identity_id = e.value->>0`;
const CHANNELS = `SELECT c.id, c.type, c.vendor, c.agent_id AS agentId, c.department_id AS departmentId FROM json_each(?1) e CROSS JOIN channels c ON c.id = e.value`;
const FIELDS = `SELECT id, field_name AS fieldName, field_label AS fieldLabel, rules FROM customer_fields
  WHERE enterprise_id = ?1 AND deleted_at IS NULL ORDER BY position, id`;
const GRAPHS = `SELECT v.id, v.graph, a.log_level AS logLevel, a.kind FROM json_each(?1) e CROSS JOIN automation_versions v ON v.id = e.value
  LEFT JOIN automations a ON a.id = v.automation_id`;
const RULES = `SELECT ${RULES_OF("?1")} AS rules`;

/** Reads what a page of runs of one enterprise needs, in one batch. */
export async function surroundingsOf(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: EnterpriseId,
  rows: readonly Pick<RunRow, "identityId" | "channelId" | "versionId">[],
  {
    capabilities,
    placeOf,
  }: {
    capabilities: (vendor: number, type: number) => Capabilities | undefined;
    placeOf: (enterpriseId: EnterpriseId) => Promise<Place>;
  },
): Promise<RunsContext> {
  const keyOf = ({ identityId, channelId }: Pick<RunRow, "identityId" | "channelId">) =>
    `${identityId} ${channelId}`;
  const pairs = new Map(rows.map((row) => [keyOf(row), [row.identityId, row.channelId]]));
  const ids = (of: readonly string[]) => JSON.stringify([...new Set(of)]);
  const reading = $client.batch([
    $client.prepare(PEOPLE).bind(JSON.stringify([...pairs.values()]), enterpriseId),
    $client.prepare(CHANNELS).bind(ids(rows.map(({ channelId }) => channelId))),
    $client.prepare(FIELDS).bind(enterpriseId),
    $client.prepare(GRAPHS).bind(ids(rows.map(({ versionId }) => versionId))),
    $client.prepare(RULES).bind(enterpriseId),
  ]);
  const [[people, channels, fields, graphs, rules], place] = await Promise.all([
    reading,
    placeOf(enterpriseId),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const persons = new Map(
    rowsOf<Omit<Person, "data"> & { data: string }>(people).map((each) => [
      keyOf(each),
      { ...each, data: JSON.parse(each.data) as FieldValues } satisfies Person,
    ]),
  );
  const byChannel = new Map(
    rowsOf<{ id: string; type: number; vendor: number; agentId: string | null; departmentId: string | null }>(
      channels,
    ).map((each) => [each.id, each]),
  );
  const defined = rowsOf<Omit<RunField, "rules"> & { rules: string }>(fields).map((each) => ({
    ...each,
    rules: JSON.parse(each.rules) as RunField["rules"],
  }));
  const versions = rowsOf<{
    id: string;
    graph: string;
    logLevel: LogLevel | null;
    kind: AutomationKind | null;
  }>(graphs);
  const levels = new Map(versions.map(({ id, logLevel }) => [id, logLevel]));
  const kinds = new Map(versions.map(({ id, kind }) => [id, kind]));
  const chatRules = rulesIn(rowsOf<{ rules: string | null }>(rules)[0]?.rules);
  const byField = fieldRules(defined);
  const factsOf: RunsContext["factsOf"] = (row) => {
    const [person, channel] = [persons.get(keyOf(row)), byChannel.get(row.channelId)];
    const can = channel && capabilities(channel.vendor, channel.type);
    if (!person || person.isThere !== 1 || !channel || !can) return undefined;
    return {
      contact: {
        ...marksIn(person.marks),
        ...contactOf({ name: person.name, phone: person.phone, data: person.data, row: {} }, defined),
      },
      properties: {},
      channel: {
        id: channel.id,
        type: channel.type,
        capabilities: can,
        windowUntil: can.windowHours === null ? null : (person.windowUntil ?? 0),
        botId: channel.agentId,
      },
      hours: chatRules.hours,
      zone: chatRules.hours?.timezone ?? place.zone,
      country: place.country,
      fields: byField,
    };
  };
  return {
    personOf: (row) => persons.get(keyOf(row)),
    channels: byChannel,
    graphs: new Map(versions.map(({ id, graph }) => [id, graph])),
    kindOf: (versionId) => kinds.get(versionId) ?? "journey",
    logLevelOf: (versionId) => levels.get(versionId) ?? "path",
    fields: defined,
    known: contactNames(defined),
    factsOf,
    rules: chatRules,
  };
}

export const graphIn = (json: string | undefined): Graph => JSON.parse(json ?? "null") as Graph;
