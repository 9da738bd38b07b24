import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { FORGOTTEN, type KeptEvent } from "#workers/contract/socket.ts";
import type { HookEvent } from "#workers/contract/webhooks-out.ts";
import { hookNewsIn } from "./news.ts";
import { CURSOR, untoldEvent } from "./untold.ts";
import { goesOn, liesHere } from "../bare/fenced.ts";

const EVENTS = 100;
/** Characters of one statement: the database takes no value above two megabytes. */
const MOST_TEXT = 500_000;
/** The cursor is moved over what is no news of anybody once so much of that has come. */
const MOVES_AFTER = 500;

const PLACE = `SELECT ${CURSOR} AS cursor, coalesce((SELECT max(seq) FROM live_events), 0) AS newest`;
const HOOKS = `SELECT id, enterprise_id AS enterpriseId, events, since FROM hooks WHERE is_on = 1 AND ${liesHere("enterprise_id")}`;
const NEWS = `SELECT e.seq, e.enterprise_id AS enterpriseId, e.body, e.at FROM live_events e
  WHERE ${untoldEvent("e")} AND ${liesHere("e.enterprise_id")}
  ORDER BY e.seq LIMIT ${EVENTS}`;
/** Of somebody who was erased meanwhile, or of a receiver that was switched off, nothing is written. */
const WRITE = `INSERT INTO hook_deliveries (id, enterprise_id, hook_id, cause, type, chat_id, body, state, next_at, at)
  SELECT r.value->>0, r.value->>1, r.value->>2, r.value->>3, r.value->>4, r.value->>5, r.value->>6, 'waiting', 0, r.value->>7
  FROM json_each(?1) r JOIN hooks h ON h.id = r.value->>2 AND h.is_on = 1
    JOIN live_events e ON e.seq = r.value->>8 AND e.body <> '${FORGOTTEN}'
  WHERE ${CURSOR} = ?2 ORDER BY r.key
  ON CONFLICT DO NOTHING`;
const MOVE = `INSERT INTO hook_cursor (id, seq) SELECT 1, ?1 WHERE ${CURSOR} = ?2
  ON CONFLICT (id) DO UPDATE SET seq = excluded.seq`;

interface On {
  id: string;
  enterpriseId: EnterpriseId;
  events: string;
  since: number;
}
interface Event {
  seq: number;
  enterpriseId: EnterpriseId;
  body: string;
  at: number;
}

export interface Gathered {
  /** Whether anybody is told of anything. */
  on: boolean;
  /** Whether there may be more. */
  more: boolean;
}

/**
 * Writes what receivers are to be told, from the live events that changes have written: rows and cursor in one transaction,
 * so that nothing is left out and nothing comes twice, whoever dies or runs beside.
 */
export async function gather({ $client }: Pick<TenantDb, "$client">, newId: () => string): Promise<Gathered> {
  const [places, hooks, events] = (await $client.batch([
    $client.prepare(PLACE),
    $client.prepare(HOOKS),
    $client.prepare(NEWS),
  ])) as unknown as [D1Result<{ cursor: number; newest: number }>, D1Result<On>, D1Result<Event>];
  const { cursor = 0, newest = 0 } = places.results[0] ?? {};
  const on = hooks.results.length > 0;
  const found = events.results;
  const more = found.length === EVENTS;
  if (!on || (found.length === 0 && newest < cursor + MOVES_AFTER)) return { on, more };
  const upTo = (more ? found.at(-1)?.seq : newest) ?? newest;
  const rows = found.flatMap((event) => rowsOf(event, hooks.results, newId));
  await $client.batch([
    ...parted(rows).map((part) => $client.prepare(WRITE).bind(part, cursor)),
    $client.prepare(MOVE).bind(upTo, cursor),
  ]);
  return { on, more };
}

/** The rows as JSON lists of a size that the database takes. */
function parted(rows: readonly unknown[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  const end = () => {
    if (part.length > 0) parts.push(`[${part.join()}]`);
    part = [];
    size = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (size + text.length > MOST_TEXT) end();
    part.push(text);
    size += text.length;
  }
  end();
  return parts;
}

function rowsOf({ seq, enterpriseId, body, at }: Event, hooks: readonly On[], newId: () => string) {
  const told = hooks.filter((hook) => hook.enterpriseId === enterpriseId && hook.since < seq);
  const event = JSON.parse(body) as Extract<KeptEvent, { action: "chatsChanged" }>;
  return hookNewsIn(event.data, at).flatMap((news) =>
    told
      .filter(({ events }) => (JSON.parse(events) as HookEvent[]).includes(news.type))
      .map(({ id }) => [
        `msg_${newId()}`,
        enterpriseId,
        id,
        news.cause,
        news.type,
        news.chatId,
        news.body,
        at,
        seq,
      ]),
  );
}

const UNTOLD = `SELECT EXISTS (SELECT 1 FROM live_events e WHERE e.enterprise_id = ?1 AND ${untoldEvent("e")}) AS untold`;
/** Whether changes of an enterprise wait to be written for its receivers. */
export const isUntold = async (
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: EnterpriseId,
): Promise<boolean> => (await $client.prepare(UNTOLD).bind(enterpriseId).first<number>("untold")) === 1;

export interface DueHook {
  id: string;
  enterpriseId: EnterpriseId;
  /** It has taken nothing lately. */
  fails: 0 | 1;
}

const DUE = `SELECT h.id, h.enterprise_id AS enterpriseId, h.failing_since IS NOT NULL AS fails FROM hooks h
  WHERE h.is_on = 1 AND ${goesOn("h.enterprise_id")} AND EXISTS (SELECT 1 FROM hook_deliveries d WHERE d.hook_id = h.id AND d.state = 'waiting' AND d.next_at <= ?1)
    AND NOT EXISTS (SELECT 1 FROM hook_deliveries d WHERE d.hook_id = h.id AND d.state = 'waiting' AND d.lease_until > ?1)`;

/** Receivers for whom something is due and to whom nobody is sending. */
export const dueHooks = async ({ $client }: Pick<TenantDb, "$client">, now: number): Promise<DueHook[]> =>
  (await $client.prepare(DUE).bind(now).all<DueHook>()).results;
