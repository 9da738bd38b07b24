import type { AtWork } from "#workers/domain/broadcasts/moving.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import type { HandlerContext } from "./mount.ts";

/** A pause or a stop is answered once no call is open any more, or after this. */
const REST_MS = 5_000;

/** Waits until senders that have claimed something have no call open any more, but not for long. */
export async function untilRested({ c }: HandlerContext, atWork: readonly AtWork[]): Promise<void> {
  const resting = atWork.map((each) => senderOf(c.env, each).rest());
  await Promise.race([Promise.all(resting), scheduler.wait(REST_MS)]);
}

/** Wakes channels' senders: what waits goes out, and what is stopped ends, at once; the sweeper would see to it otherwise. */
export function wakeSenders({ c, session }: HandlerContext, channelIds: Iterable<string>): void {
  const { id: enterpriseId, database } = session.enterprise;
  for (const channelId of new Set(channelIds)) {
    const place = { database, enterpriseId, channelId };
    c.executionCtx.waitUntil(
      senderOf(c.env, place)
        .wake(place)
        .catch(() => undefined),
    );
  }
}
