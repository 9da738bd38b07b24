import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { Ctx } from "../ctx.ts";
import type { Wait } from "../flow/run.ts";
import { type RunRow, runOf } from "./run-row.ts";
import { PAST_CLICKS } from "../links/run-links.ts";
import { PAST_EVENTS } from "./past-events.ts";
import { PAST_ANSWERS } from "../wa-flows/answers.ts";
import type { Carried } from "./carried.ts";

/** Later news comes by triggers (migration 0060); an id with the step's number is told to each wait once. */
const OF_MESSAGES = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'message:' || (e.value->>0) || ':' || m.status || ':' || (e.value->>1) || ':' || (e.value->>2), 'message', e.value->>0, e.value->>1,
    json_object('status', CASE WHEN m.status IN ('expired', 'cancelled') THEN 'failed' ELSE m.status END), ?3, ?4
  FROM json_each(?1) e CROSS JOIN messages m ON m.enterprise_id = ?2 AND m.cause = 'run:' || (e.value->>0)
    AND m.status IN ('delivered', 'read', 'failed', 'expired', 'cancelled') WHERE true ON CONFLICT DO NOTHING`;
/** Of the person's latest chat on the channel, which is the one that was handed over. */
const OF_CHATS = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, 'chat:' || (e.value->>0) || ':' || c.id || ':' || c.revision || ':' || (e.value->>2), 'chat', e.value->>0, e.value->>1,
    json_object('what', CASE c.state WHEN ${CHAT.closed} THEN 'closed' WHEN ${CHAT.missed} THEN 'missed' ELSE 'picked' END), ?3, ?4
  FROM json_each(?1) e CROSS JOIN chats c ON c.id = (SELECT o.id FROM chats o WHERE o.enterprise_id = ?2 AND o.channel_id = e.value->>3
      AND o.identity_id = e.value->>4 ORDER BY o.created_at DESC, o.id DESC LIMIT 1)
    AND (c.handler IS NOT NULL OR c.state IN (${CHAT.closed}, ${CHAT.missed})) WHERE true ON CONFLICT DO NOTHING`;

/** A wait that the run had before has been told: again it would never come to rest. */
const isOlder = (row: RunRow, { kind, key }: Wait): boolean =>
  runOf(row).waits.some((each) => each.kind === kind && each.key === key);

/** Statements that tell runs what has happened before they began to wait for it; after those of their effects. */
export function pastNews(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  used: readonly Carried[],
): D1PreparedStatement[] {
  const at = now();
  const begun = used.flatMap(({ due: { row }, advanced: { run, waits } }) =>
    waits.filter((each) => !isOlder(row, each)).map(({ kind, key }) => ({ kind, key, run, row })),
  );
  const of = (kind: Wait["kind"]) => begun.filter((each) => each.kind === kind);
  const told = (text: string, rows: readonly (typeof begun)[number][]) =>
    rows.length === 0
      ? []
      : [
          db.$client
            .prepare(text)
            .bind(
              JSON.stringify(
                rows.map(({ key, run, row }) => [
                  key,
                  run.id,
                  run.seq,
                  row.channelId,
                  row.identityId,
                  run.startedAt,
                ]),
              ),
              enterpriseId,
              at,
              at + KEPT_MS,
            ),
        ];
  return [
    ...told(OF_MESSAGES, of("message")),
    ...told(PAST_CLICKS, of("message")),
    ...told(OF_CHATS, of("chat")),
    ...told(PAST_ANSWERS, of("flow")),
    ...told(PAST_EVENTS, of("event")),
  ];
}
