import { chatsChanged } from "#workers/contract/chat-events.ts";
import type { Harness } from "./harness.ts";
import { rowsOf } from "./messaging.ts";

/** Every state of a message of the enterprise that screens were told of, in order. */
export async function messagesTold(harness: Pick<Harness, "env">, enterpriseId: string) {
  const rows = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM live_events WHERE enterprise_id = ? AND body LIKE '%chatsChanged%' ORDER BY seq",
    enterpriseId,
  );
  return rows
    .flatMap(({ body }) => chatsChanged.parse((JSON.parse(body) as { data: unknown }).data).chats)
    .flatMap(({ messages }) => messages);
}
