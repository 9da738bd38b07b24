import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { users } from "#db/directory/users.ts";
import { hooks } from "#db/tenant/webhooks-out.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { audited } from "../audit.ts";
import { ctxOf, directoryCtxOf } from "../ctx.ts";
import { writingMail } from "../mail/write.ts";
import type { KeyRing } from "../secrets/key-ring.ts";

const MOST = 50;
const SYSTEM = { userId: "system", name: "", address: "", requestId: "webhooks" };

/**
 * Tells whoever made a receiver, or switched it on last, that it was switched off by itself. The mail has an id of its own,
 * so that it is written once however often this is begun; the receiver is noted as told afterwards.
 */
export async function tellSwitchedOff(
  db: TenantDb,
  directory: DirectoryDb,
  { ring, link, now }: { ring: KeyRing; link: string; now: () => number },
): Promise<void> {
  const untold = await db
    .select()
    .from(hooks)
    .where(and(isNotNull(hooks.offReason), isNull(hooks.toldAt)))
    .limit(MOST);
  for (const { id, enterpriseId, url, ownerId, offReason, offAt } of untold) {
    const directoryCtx = directoryCtxOf(directory, enterpriseId, SYSTEM, { now });
    const mailId = `hook-${id}-${offAt ?? 0}`;
    const [owner] = await directory
      .select({ name: users.name, address: users.email, language: users.language })
      .from(users)
      .where(
        and(eq(users.id, ownerId), eq(users.enterpriseId, enterpriseId), eq(users.state, USER_STATE.active)),
      );
    if (owner) {
      const template = offReason === "gone" ? "webhookGone" : "webhookFailing";
      const letter = { template, to: owner, facts: [url], link } as const;
      await (await writingMail(directoryCtx, ring, letter, mailId)).statement.onConflictDoNothing();
    }
    const ctx = ctxOf(db, enterpriseId, SYSTEM, { now });
    await db.batch([
      db.update(hooks).set({ toldAt: now() }).where(eq(hooks.id, id)),
      audited(ctx, {
        action: "pause",
        kind: "hook",
        object: { id, name: url },
        after: { reason: offReason },
      }),
    ]);
  }
}
