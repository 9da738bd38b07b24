import type { SendClass } from "#db/tenant/messages.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Ctx } from "../ctx.ts";

/** A message to an address, whoever asked for it: an API call, or a step of a journey that has a chat elsewhere. */
export interface Chatless {
  id: string;
  channelId: string;
  identityId: string;
  body: MessageBody;
  cause: string;
  /** Of what was asked for under the cause, where a second request may be another one. */
  causeHash?: string;
  sendClass: SendClass;
  expiresAt: number;
}

/**
 * A message that stands in no chat has its person's id in the chat's place, and takes places among the person's own. One whose
 * cause is there by now is not added.
 */
const ADD = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause,
    cause_hash, status, facts, send_class, expires_at, at)
  SELECT e.value->>0, ?2, e.value->>1, e.value->>2, e.value->>2,
    coalesce((SELECT max(x.seq) FROM messages x WHERE x.enterprise_id = ?2 AND x.chat_id = e.value->>2), 0)
      + row_number() OVER (PARTITION BY e.value->>2 ORDER BY e.key), 'out', (e.value->>3)->>'kind', e.value->>3, ?5, ?3, e.value->>4,
    e.value->>5, 'queued', '{}', e.value->>6, e.value->>7, ?4
  FROM json_each(?1) e WHERE true ON CONFLICT (enterprise_id, cause) WHERE cause IS NOT NULL DO NOTHING`;

/** The statement that stores messages to be sent; whom they are for has to be there. */
export const addChatless = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  messages: readonly Chatless[],
  by: { kind: "api" | "bot"; id: string },
): D1PreparedStatement =>
  db.$client
    .prepare(ADD)
    .bind(
      JSON.stringify(
        messages.map((each) => [
          each.id,
          each.channelId,
          each.identityId,
          JSON.stringify(each.body),
          each.cause,
          each.causeHash ?? null,
          each.sendClass,
          each.expiresAt,
        ]),
      ),
      enterpriseId,
      by.id,
      now(),
      by.kind,
    );
