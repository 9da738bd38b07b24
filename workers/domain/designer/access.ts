import { and, eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { users } from "#db/directory/users.ts";
import { DomainError } from "../error.ts";
import { CODE_MS, issuingCode, redeemCode } from "../identity/one-time-code.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";

/** Creates a code for the designer at `url`; none when no designer is configured. */
export async function designerAccess(directoryCtx: DirectoryCtx, url: string | undefined) {
  if (url === undefined) return { accessId: "", url: null, expiresAt: null };
  const { code, statements } = issuingCode(directoryCtx, "designer", directoryCtx.actor.userId);
  await directoryCtx.db.batch([...statements]);
  return { accessId: code, url, expiresAt: iso(directoryCtx.now() + CODE_MS.designer) };
}

/** Redeems a code and returns its owner. A second use is refused like an unknown code. */
export async function redeemDesignerAccess(db: DirectoryDb, accessId: string) {
  const redeemed = await redeemCode(db, "designer", accessId);
  const [user] = redeemed
    ? await db
        .select({ name: users.name })
        .from(users)
        .where(and(eq(users.id, redeemed.userId), eq(users.state, 1)))
        .limit(1)
    : [];
  if (!redeemed || !user) throw new DomainError("designerCodeOver");
  return { uId: redeemed.userId, eId: redeemed.enterpriseId, name: user.name };
}
