import type { EnterpriseId } from "#workers/contract/ids.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { schedule, type Schedule } from "#workers/contract/automation/triggers.ts";
import { LATE_MS } from "../messaging/time-to-send.ts";
import { RULES_OF, rulesIn } from "../messaging/chat-rules.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";
import type { Place } from "../runs/contact-fields.ts";
import { nextTime } from "./calendar.ts";

/** People whom one transaction tells; the clock goes on with the others. */
const PAGE = 1_000;

const FOUND = `SELECT t.id, t.data, t.cursor, i.state, ${RULES_OF("?2")} AS rules FROM json_each(?1) e CROSS JOIN automation_triggers t ON t.id = e.value
  CROSS JOIN automation_instances i ON i.id = t.instance_id`;
/** Customers of the audience (?2) who have not been told of this time (?3) by the trigger ?1. */
const UNTOLD = `FROM automation_triggers t CROSS JOIN customer_marks m ON m.mark_id = ?2 AND m.customer > t.cursor WHERE t.id = ?1 AND m.enterprise_id = t.enterprise_id`;
const TELL = `INSERT INTO entry_news (enterprise_id, event_id, kind, key, instance_id, customer, data, at)
  SELECT t.enterprise_id, 'schedule:' || t.id || ':' || ?3 || ':' || m.customer, t.kind, t.key, t.instance_id, m.customer, '{"kind":"schedule"}', ?4 ${UNTOLD}
  ORDER BY m.customer LIMIT ${PAGE} ON CONFLICT DO NOTHING`;
const ON = `UPDATE automation_triggers SET cursor = coalesce((SELECT max(customer) FROM (SELECT m.customer ${UNTOLD} ORDER BY m.customer LIMIT ${PAGE})), cursor) WHERE id = ?1`;
const GO_ON = settingTimers(
  "scheduledEntries",
  `SELECT t.enterprise_id, t.id AS subject, ?3 AS seq, ?4 AS due_at FROM automation_triggers t WHERE t.id = ?1 AND EXISTS (SELECT 1 ${UNTOLD})`,
);
/** Nobody gets on Friday what was for Monday, and it is said that nobody did. */
const LATE = `INSERT INTO entry_evaluations (enterprise_id, instance_id, event_id, kind, result, detail, at)
  SELECT t.enterprise_id, t.instance_id, 'schedule:' || t.id || ':' || ?2, t.kind, 'late', '', ?3 FROM automation_triggers t WHERE t.id = ?1 ON CONFLICT DO NOTHING`;
/** Nobody is left to be told: the next time begins with the first customer. */
const ANEW = `UPDATE automation_triggers SET cursor = 0 WHERE id = ?1 AND NOT EXISTS (SELECT 1 ${UNTOLD})`;
const NEXT = settingTimers(
  "scheduledEntries",
  `SELECT t.enterprise_id, t.id AS subject, ?2 AS seq, ?2 AS due_at FROM automation_triggers t WHERE t.id = ?1 AND t.cursor = 0`,
);

interface Found {
  id: string;
  data: string;
  cursor: number;
  state: number;
  rules: string | null;
}

/** Tells the customers of an audience when the time of their schedule has come, a page at a time. */
export const scheduledEntries =
  (placeOf: (enterpriseId: EnterpriseId) => Promise<Place>): TimerHandler =>
  async ({ $client }, { enterpriseId, timers, now }) => {
    const ids = JSON.stringify(timers.map(({ subject }) => subject));
    const [{ results }, { zone }] = await Promise.all([
      $client.prepare(FOUND).bind(ids, enterpriseId).all<Found>(),
      placeOf(enterpriseId),
    ]);
    const seqs = new Map(timers.map(({ subject, seq }) => [subject, seq]));
    return results.flatMap(({ id, data, cursor, state, rules }) => {
      const parsed = schedule.safeParse(JSON.parse(data));
      if (!parsed.success) return [];
      const when: Schedule = parsed.data;
      const seq = seqs.get(id) ?? 0;
      const next = nextTime(when, rulesIn(rules).hours?.timezone ?? zone, now);
      const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(id, ...values);
      const isStarted = seq > 0 && state === INSTANCE.started;
      const isLate = cursor === 0 && now - seq >= LATE_MS;
      if (!isStarted || isLate)
        return [
          ...(isStarted ? [bound(LATE, seq, now)] : []),
          $client.prepare(`UPDATE automation_triggers SET cursor = 0 WHERE id = ?1`).bind(id),
          bound(NEXT, next),
        ];
      const audience = when.audience.id;
      return [
        bound(TELL, audience, seq, now),
        bound(ON, audience),
        bound(GO_ON, audience, seq, now),
        bound(ANEW, audience),
        bound(NEXT, next),
      ];
    });
  };
