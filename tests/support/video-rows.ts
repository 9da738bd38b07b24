import { randomUUID } from "node:crypto";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { RecordingState, VideoState } from "#workers/contract/video.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { seatHash, signInvitation } from "#workers/domain/video/tokens.ts";

/** A call of one's own in a chat of the first database, with a recording; an earlier one of the chat is over. */
export async function videoRows(
  harness: Pick<Harness, "env" | "secrets">,
  owner: Pick<Person, "enterpriseId" | "userId">,
  chatId: string,
  { state = "talking", recording = "ready" }: { state?: VideoState; recording?: RecordingState } = {},
): Promise<{ roomId: string; recordingId: string; token: string; seat: string }> {
  const [roomId, recordingId, seat] = [randomUUID(), randomUUID(), randomUUID()];
  const enterpriseId = owner.enterpriseId as EnterpriseId;
  const at = Date.now();
  const key = `${enterpriseId}/video/${recordingId}`;
  const db = harness.env.TENANT_1;
  await db.batch([
    db
      .prepare(
        "UPDATE video_rooms SET state = 'ended', ended_at = ?2, ended_by = 'agent' WHERE chat_id = ?1 AND state <> 'ended'",
      )
      .bind(chatId, at),
    // Whoever has just written can be answered.
    db
      .prepare(
        `INSERT INTO reach (enterprise_id, channel_id, identity_id, window_until, last_in_at)
          SELECT c.enterprise_id, c.channel_id, c.identity_id, ?2 + 86400000, ?2 FROM chats c WHERE c.id = ?1
          ON CONFLICT DO UPDATE SET window_until = excluded.window_until`,
      )
      .bind(chatId, at),
    db
      .prepare(
        `INSERT INTO video_rooms (id, enterprise_id, chat_id, state, started_by, started_name, enterprise_name, invitation, seat, joined_at, ends_at, created_at, updated_at)
          VALUES (?1, ?2, ?3, ?4, ?5, 'Canary agent', '', 1, ?6, ?7, ?7 + 3600000, ?7, ?7)`,
      )
      .bind(roomId, enterpriseId, chatId, state, owner.userId, await seatHash(seat), at),
    db
      .prepare(
        `INSERT INTO video_recordings (id, enterprise_id, room_id, chat_id, state, key, media_type, parts, bytes, consented_at, created_by, created_name, created_at, updated_at)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'video/webm', ?7, ?7 * 6, ?8, ?9, 'Canary agent', ?8, ?8)`,
      )
      .bind(
        recordingId,
        enterpriseId,
        roomId,
        chatId,
        recording,
        key,
        recording === "ready" ? 1 : 0,
        at,
        owner.userId,
      ),
  ]);
  if (recording === "ready") await harness.env.FILES.put(`${key}/1`, "canary");
  const invitation = { database: "TENANT_1", enterpriseId, roomId, number: 1 } as const;
  const token = await signInvitation(keyRing(harness.secrets.DATA_KEY), invitation, at + 3_600_000);
  return { roomId, recordingId, token, seat };
}
