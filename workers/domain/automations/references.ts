import type { ReferenceKind } from "#workers/contract/automation/automation-file.ts";
import { MOST_REFERENCES, type References } from "#workers/contract/endpoints/automations.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { SENT_STATES } from "#workers/contract/wa-flows/flow.ts";
import type { Ctx } from "../ctx.ts";

const channelsOf = (type: number) =>
  `SELECT id, name FROM channels WHERE enterprise_id = ?1 AND type = ${type}`;

/** One statement for each kind of thing that may be named; a graph keeps ids, and only people read the names. */
const STATEMENTS: Record<keyof References, string> = {
  templates: `SELECT t.id, t.name || ' (' || t.language || ', ' || c.name || ')' AS name FROM templates t
    CROSS JOIN channels c ON c.id = t.channel_id WHERE t.enterprise_id = ?1 AND t.status = 'APPROVED'`,
  cards: "SELECT id, name FROM rich_cards WHERE enterprise_id = ?1",
  bots: "SELECT id, name FROM agents WHERE enterprise_id = ?1",
  intents: `SELECT i.id, i.name || ' (' || a.name || ')' AS name FROM intents i CROSS JOIN agents a ON a.id = i.agent_id AND a.enterprise_id = ?1
    WHERE i.enterprise_id = ?1`,
  departments: "SELECT id, name FROM departments WHERE enterprise_id = ?1",
  labels: "SELECT id, name FROM marks WHERE enterprise_id = ?1 AND kind = 'label'",
  groups: "SELECT id, name FROM marks WHERE enterprise_id = ?1 AND kind = 'group'",
  integrations: `SELECT id, name FROM auth_configs WHERE enterprise_id = ?1
    UNION ALL SELECT id, name FROM integrations WHERE enterprise_id = ?1`,
  forms: "SELECT id, name FROM forms WHERE enterprise_id = ?1 AND version IS NOT NULL AND deleted_at IS NULL",
  mailChannels: channelsOf(channelTypes.email),
  smsChannels: channelsOf(channelTypes.sms),
  flows: `SELECT f.id, f.name || ' (' || c.name || ')' AS name FROM wa_flows f CROSS JOIN channels c ON c.id = f.channel_id
    WHERE f.enterprise_id = ?1 AND f.state IN (${SENT_STATES.map((each) => `'${each}'`).join(", ")}) AND f.deleted_at IS NULL`,
  journeys:
    "SELECT id, name FROM automations WHERE enterprise_id = ?1 AND kind = 'journey' AND deleted_at IS NULL",
};

/** The same by kind of reference, with `key`: the part of the name that another enterprise may share. */
const KEYED: Record<ReferenceKind, string> = {
  template: `SELECT t.id, t.name || ' (' || t.language || ', ' || c.name || ')' AS name, t.name || ' (' || t.language || ')' AS key
    FROM templates t CROSS JOIN channels c ON c.id = t.channel_id WHERE t.enterprise_id = ?1`,
  form: "SELECT id, name, name AS key FROM forms WHERE enterprise_id = ?1 AND deleted_at IS NULL",
  card: `SELECT id, name, name AS key FROM (${STATEMENTS.cards})`,
  bot: `SELECT id, name, name AS key FROM (${STATEMENTS.bots})`,
  intent: `SELECT id, name, name AS key FROM (${STATEMENTS.intents})`,
  department: `SELECT id, name, name AS key FROM (${STATEMENTS.departments})`,
  label: `SELECT id, name, name AS key FROM (${STATEMENTS.labels})`,
  group: `SELECT id, name, name AS key FROM (${STATEMENTS.groups})`,
  integration: `SELECT id, name, name AS key FROM (${STATEMENTS.integrations})`,
  journey: `SELECT id, name, name AS key FROM (${STATEMENTS.journeys})`,
  channel: "SELECT id, name, name AS key FROM channels WHERE enterprise_id = ?1",
  flow: "SELECT id, name, name AS key FROM wa_flows WHERE enterprise_id = ?1 AND deleted_at IS NULL",
  field: `SELECT field_name AS id, field_label AS name, field_label AS key FROM customer_fields
    WHERE enterprise_id = ?1 AND deleted_at IS NULL`,
  file: "SELECT id, name, name AS key FROM drive_files WHERE enterprise_id = ?1 AND state = 'ready' AND use <> 'inbound'",
};

export interface KeyedReference {
  id: string;
  name: string;
  key: string;
}

/** Everything that a node may name, by name, in one batch. */
export async function listReferences({ db, enterpriseId }: Ctx): Promise<References> {
  const kinds = Object.keys(STATEMENTS) as (keyof References)[];
  const answers = await db.$client.batch<{ id: string; name: string }>(
    kinds.map((kind) =>
      db.$client.prepare(`${STATEMENTS[kind]} ORDER BY name LIMIT ${MOST_REFERENCES}`).bind(enterpriseId),
    ),
  );
  return Object.fromEntries(kinds.map((kind, at) => [kind, answers[at]?.results ?? []])) as References;
}

/** Choices for a kind of reference: first those of these ids and names, then others by name. */
export const referencesLike = (
  { db, enterpriseId }: Ctx,
  kind: ReferenceKind,
  ids: readonly string[],
  names: readonly string[],
): D1PreparedStatement =>
  db.$client
    .prepare(
      `SELECT id, name, key FROM (${KEYED[kind]}) ORDER BY (id IN (SELECT value FROM json_each(?2))
        OR lower(key) IN (SELECT lower(value) FROM json_each(?3))) DESC, name LIMIT ${MOST_REFERENCES}`,
    )
    .bind(enterpriseId, JSON.stringify(ids), JSON.stringify(names));

/** Which of these templates may be sent as they are. */
export const approvedOf = ({ db, enterpriseId }: Ctx, ids: readonly string[]): D1PreparedStatement =>
  db.$client
    .prepare(`SELECT id FROM (${STATEMENTS.templates}) WHERE id IN (SELECT value FROM json_each(?2))`)
    .bind(enterpriseId, JSON.stringify(ids));

/** Those of these ids, with the names by which other enterprises find theirs. */
export const referencesOf = (
  { db, enterpriseId }: Ctx,
  kind: ReferenceKind,
  ids: readonly string[],
): D1PreparedStatement =>
  db.$client
    .prepare(`SELECT id, name, key FROM (${KEYED[kind]}) WHERE id IN (SELECT value FROM json_each(?2))`)
    .bind(enterpriseId, JSON.stringify(ids));
