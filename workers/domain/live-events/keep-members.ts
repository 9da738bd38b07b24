import { sql } from "drizzle-orm";
import { liveEvents } from "#db/tenant/live-events.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { FORGOTTEN } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";

/** Chats of a department that stand in somebody's lists: whoever comes to see them, or no longer does, counts others. */
const SHOWN = `k.state <> ${CHAT.closed} AND k.count > 0`;

/**
 * Has all who answer chats ask for them anew where a department comes to have nobody who answers, or somebody again, and
 * chats of it are nobody's: for the batch that copies `answers`, before the statement that does. `?2` are its rows.
 */
const TURNS = `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?1, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?1), 0), json_object('permission', json_array('CHAT.HANDLE')), '${FORGOTTEN}', ?3
  WHERE EXISTS (SELECT 1 FROM json_each(?2) e CROSS JOIN department_users d INDEXED BY department_users_user
    ON d.enterprise_id = ?1 AND d.user_id = e.value->>0 AND d.answers <> e.value->>3
    WHERE EXISTS (SELECT 1 FROM chat_counts k WHERE k.enterprise_id = ?1 AND k.department_id = d.department_id AND k.handler = '' AND ${SHOWN}) AND NOT EXISTS (SELECT 1 FROM department_users s
      WHERE s.department_id = d.department_id AND s.enterprise_id = ?1 AND s.answers
        AND s.user_id NOT IN (SELECT g.value->>0 FROM json_each(?2) g WHERE NOT g.value->>3)))
  RETURNING seq, before, "to", body, at`;

export const keepingTurns = ({ db, enterpriseId, now }: Ctx, rows: string): D1PreparedStatement =>
  db.$client.prepare(TURNS).bind(enterpriseId, rows, now());

/**
 * Has people who come to a department or leave it (all of its people where none are named) ask for their chats anew; and
 * everybody who answers chats, where nobody else of it does. Before the statement that changes its people; the hub takes
 * it as the request ends.
 */
export function keepingMembers({ db, enterpriseId, now, after }: Ctx, id: string, users?: readonly string[]) {
  after.live = true;
  const theirs =
    users === undefined
      ? sql`(SELECT user_id AS who FROM department_users WHERE department_id = ${id})`
      : sql`(SELECT value AS who FROM json_each(${JSON.stringify(users)}))`;
  const others = sql`SELECT 1 FROM department_users s WHERE s.department_id = ${id} AND s.enterprise_id = ${enterpriseId} AND s.answers AND s.user_id NOT IN ${theirs}`;
  return db.insert(liveEvents).select(
    sql`SELECT NULL, ${enterpriseId}, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ${enterpriseId}), 0),
      json_object('users', (SELECT json_group_array(who) FROM ${theirs}),
        'permission', json(CASE WHEN EXISTS (${others}) THEN '[]' ELSE '["CHAT.HANDLE"]' END)), ${FORGOTTEN}, NULL, ${now()}
      WHERE EXISTS (SELECT 1 FROM chat_counts k WHERE k.enterprise_id = ${enterpriseId} AND k.department_id = ${id} AND ${sql.raw(SHOWN)})`,
  );
}
