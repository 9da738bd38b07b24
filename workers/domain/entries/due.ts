import type { TenantDb } from "#db/client.ts";
import type { InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { HeldKind } from "#workers/contract/automation/triggers.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Line } from "../runs/crowd.ts";
import { goesOn } from "../bare/fenced.ts";

/** News that one look takes; those of one enterprise are one transaction. */
export const NEWS_PAGE = 200;

/** A trigger that something fits, and whom the channel of its instance reaches. */
export interface Candidate {
  n: number;
  enterpriseId: EnterpriseId;
  eventId: string;
  kind: HeldKind;
  told: string;
  at: number;
  attempts: number;
  /** Where a message waits for who answers it: its channel and whose it is. */
  onChannel: string | null;
  saidBy: string | null;
  /** Null where no instance waits for it any more. */
  instanceId: string | null;
  versionId: string;
  channelId: string;
  channelType: number;
  state: InstanceState;
  /** How the trigger was set. */
  spec: string;
  customer: number | null;
  /** The customer's number and name, for one whom the channel does not know yet. */
  phone: string | null;
  name: string | null;
  identityId: string | null;
}

interface Found extends Candidate {
  /** Why a look has found it: it is others' (0), was said (1), or is the oldest (2). */
  turn: 0 | 1 | 2;
}

/** A person on the channel of an instance: who it is about, else the same customer; who has written there goes first. */
const PERSON = `(SELECT i.id FROM identities i WHERE i.enterprise_id = x.enterprise_id AND (i.id = x.identityId OR i.customer = x.customer)
    AND i.channel_type = k.type AND i.merged_into IS NULL AND i.closed_at IS NULL AND (EXISTS (SELECT 1 FROM reach r
      WHERE r.enterprise_id = x.enterprise_id AND r.channel_id = k.id AND r.identity_id = i.id)
    OR EXISTS (SELECT 1 FROM addresses a WHERE a.enterprise_id = x.enterprise_id AND a.identity_id = i.id AND a.scope = ''))
  ORDER BY i.id = x.identityId DESC, (SELECT r.last_in_at FROM reach r WHERE r.enterprise_id = x.enterprise_id AND r.channel_id = k.id AND r.identity_id = i.id) DESC,
    i.created_at, i.id LIMIT 1)`;
/** The oldest that are due and are some of these. */
const FIRST = (index: string, which: string) =>
  `SELECT n FROM entry_news ${index} WHERE ${which} AND done_at IS NULL AND due_at <= ?1 AND ${goesOn("enterprise_id")} ORDER BY n LIMIT ${NEWS_PAGE}`;
/**
 * Those whom an enterprise with many holds up, where they are asked for (?2 names who has many); then what people have said,
 * who wait for an answer; then whatever has waited the longest.
 */
const DUE = `SELECT x.n, x.turn, x.enterprise_id AS enterpriseId, x.event_id AS eventId, x.kind, x.data AS told, x.at, x.attempts, x.channel_id AS onChannel, x.identityId AS saidBy,
    i.id AS instanceId, i.version_id AS versionId, i.channel_id AS channelId, k.type AS channelType, i.state, t.data AS spec,
    x.customer, c.phone, c.name, ${PERSON} AS identityId
  FROM (SELECT w.*, coalesce(p.merged_into, p.id) AS identityId, coalesce(w.told_of, p.customer) AS customer FROM
      (SELECT e.n, f.turn, e.enterprise_id, e.event_id, e.kind, e.key, e.instance_id, e.channel_id, e.customer AS told_of, e.identity_id, e.data, e.at, e.attempts
        FROM (SELECT n, min(turn) AS turn FROM (SELECT 0 AS turn, * FROM (${FIRST("", "?2 IS NOT NULL AND enterprise_id NOT IN (SELECT value FROM json_each(?2))")})
            UNION ALL SELECT 1, * FROM (${FIRST("INDEXED BY entry_news_said", "channel_id IS NOT NULL")})
            UNION ALL SELECT 2, * FROM (${FIRST("", "true")})) GROUP BY n ORDER BY min(turn), n LIMIT ${NEWS_PAGE}) f
          CROSS JOIN entry_news e ON e.n = f.n) w
    LEFT JOIN identities p ON p.id = w.identity_id AND p.enterprise_id = w.enterprise_id) x
  LEFT JOIN automation_triggers t ON t.enterprise_id = x.enterprise_id AND t.kind = x.kind AND t.key = x.key
    AND (x.instance_id IS NULL OR t.instance_id = x.instance_id) AND (x.channel_id IS NULL OR t.channel_id = x.channel_id)
  LEFT JOIN automation_instances i ON i.id = t.instance_id LEFT JOIN channels k ON k.id = i.channel_id
  LEFT JOIN customers c ON c.enterprise_id = x.enterprise_id AND c.number = x.customer AND c.deleted_at IS NULL
  ORDER BY x.n`;

/** News that waits to be decided, the oldest first; `line` knows whose has filled the looks before. */
export async function dueEntries(
  { $client }: Pick<TenantDb, "$client">,
  now: number,
  line: Line,
): Promise<Candidate[]> {
  const busy = line.passedOver(now);
  const others = busy.length > 0 ? JSON.stringify(busy) : null;
  const found = (await $client.prepare(DUE).bind(now, others).all<Found>()).results;
  const news = [...new Map(found.map((each) => [each.n, each])).values()];
  // Those of the turns before are served to the last: no more of theirs holds anybody up.
  const last = Math.max(...news.map(({ turn }) => turn));
  line.saw(
    news.filter(({ turn }) => turn === last),
    false,
    news.length,
  );
  return found;
}

const NEXT = `SELECT min(due_at) AS at FROM entry_news WHERE done_at IS NULL AND ${goesOn("enterprise_id")}`;
/** When the next of them is to be decided; null where none is. */
export const nextEntry = ({ $client }: Pick<TenantDb, "$client">): Promise<number | null> =>
  $client.prepare(NEXT).first<number>("at");
