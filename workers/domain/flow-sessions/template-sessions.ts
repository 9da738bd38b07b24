import type { MessageBody } from "#workers/contract/message-body.ts";
import type { TenantDb } from "#db/client.ts";

/** A flow behind a template's button is answered within so long. */
const OPEN_MS = 90 * 86_400_000;

/** The customer is whose the person is by now; whoever is a recipient already keeps the token that they were given. */
const OPEN = `INSERT INTO wa_flow_sessions (token, enterprise_id, flow_id, channel_id, customer, identity_id, message_id, run_id, key, screen, data, until, created_at)
  SELECT e.value->>0, ?2, f.id, e.value->>2, i.customer, i.id, e.value->>4, e.value->>5, coalesce(e.value->>6, ''), f.first_screen, '{}', ?3 + ${OPEN_MS}, ?3
  FROM json_each(?1) e CROSS JOIN wa_flows f ON f.id = e.value->>1 AND f.enterprise_id = ?2
    CROSS JOIN identities i ON i.id = coalesce(e.value->>3, (SELECT c.identity_id FROM chats c WHERE c.id = e.value->>7)) AND i.enterprise_id = ?2
  WHERE NOT EXISTS (SELECT 1 FROM broadcast_recipients r WHERE r.id = e.value->>4)`;
const COUNT = `UPDATE wa_flows SET sent = wa_flows.sent + n.sent FROM (SELECT s.flow_id AS id, count(*) AS sent FROM json_each(?1) e
  CROSS JOIN wa_flow_sessions s ON s.token = e.value->>0 GROUP BY s.flow_id) n WHERE wa_flows.id = n.id AND wa_flows.enterprise_id = ?2`;

/** A flow that a template opens for somebody. */
export interface TemplateSession {
  token: string;
  flowId: string;
  channelId: string;
  /** Whom it is sent to, or the chat of that person. */
  to: { identityId: string } | { chatId: string };
  /** The message, or the recipient of a broadcast. */
  messageId: string;
  /** The run that sends it, with the key of its effect. */
  of?: { runId: string; key: string };
}

/** The sessions that a message needs: one where a button of its template opens a flow. */
export const flowSessionsOf = (
  body: MessageBody,
  of: Omit<TemplateSession, "token" | "flowId">,
): TemplateSession[] =>
  body.kind === "template"
    ? body.buttons.flatMap(({ kind, value, flowId }) =>
        kind === "flow" && value !== "" && flowId !== undefined ? [{ ...of, token: value, flowId }] : [],
      )
    : [];

/** Statements that open sessions of flows behind templates' buttons, so that answers find whose they are. */
export function openingTemplateFlows(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  sessions: readonly TemplateSession[],
  now: number,
): D1PreparedStatement[] {
  if (sessions.length === 0) return [];
  const rows = JSON.stringify(
    sessions.map(({ token, flowId, channelId, to, messageId, of }) => [
      ...[token, flowId, channelId, "identityId" in to ? to.identityId : null, messageId],
      ...[of?.runId ?? null, of?.key ?? null, "chatId" in to ? to.chatId : null],
    ]),
  );
  return [
    $client.prepare(OPEN).bind(rows, enterpriseId, now),
    $client.prepare(COUNT).bind(rows, enterpriseId),
  ];
}
