import type { LogLevel } from "#workers/contract/automation/log-levels.ts";
import { type StepMessage, STEPS_SHOWN } from "#workers/contract/endpoints/automation-runs.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import { SEEN } from "../messaging/seen.ts";
import { iso } from "../ctx.ts";
import type { Json } from "../flow/json.ts";
import { logged } from "../flow/log.ts";

/** Messages of the run ?3, the latest; their words are for readers (?2) who see the chat. */
export const MESSAGES = `SELECT CAST(substr(m.cause, length(?3) + 6) AS INTEGER) AS step, m.id, coalesce(h.name, '') AS channel, m.status, coalesce(m.reason, '') AS reason, m.at,
    CASE WHEN EXISTS (SELECT 1 FROM chats c WHERE c.enterprise_id = ?1 AND c.id = m.chat_id AND ${SEEN}) THEN m.body END AS body
  FROM messages m LEFT JOIN channels h ON h.id = m.channel_id AND h.enterprise_id = ?1
  WHERE m.enterprise_id = ?1 AND m.cause >= 'run:' || ?3 || ':' AND m.cause < 'run:' || ?3 || ';' AND m.direction = 'out'
  ORDER BY step DESC, m.at DESC LIMIT ${STEPS_SHOWN}`;

interface MessageRow extends Omit<StepMessage, "text" | "at"> {
  step: number;
  at: number;
  body: string | null;
}

/** Messages by the step that sent them, in the order in which they were written. */
export function messagesIn(rows: readonly MessageRow[]): (seq: number) => StepMessage[] {
  const byStep = Map.groupBy(rows, ({ step }) => step);
  return (seq) =>
    (byStep.get(seq) ?? []).toReversed().map(({ step: _, at, body, ...message }) => ({
      ...message,
      text: body === null ? null : wordsOf(JSON.parse(body) as MessageBody),
      at: iso(at),
    }));
}

export const VARIABLES = `SELECT a.log_level AS level, r.data ->> '$.vars' AS vars FROM runs r CROSS JOIN automation_instances i ON i.id = r.instance_id
  CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?1 WHERE r.enterprise_id = ?1 AND r.id = ?2`;

/** A run's variables as they are now, as a log shows them; null where the log does not keep all values. */
export function variablesIn([row]: readonly { level: LogLevel; vars: string | null }[]): Record<
  string,
  unknown
> | null {
  if (row?.level !== "all" || row.vars === null) return null;
  return logged(JSON.parse(row.vars) as Json) as Record<string, unknown>;
}
