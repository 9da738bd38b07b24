import { eq } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { users } from "#db/directory/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { enter, type Entered } from "./enter.ts";
import { CODE_MS, issuingCode, redeemCode } from "./one-time-code.ts";
import type { Visit } from "./session.ts";

/** Issues a code with which another system opens /chatagent for the current user; a new code ends the previous one. */
export async function issueChatCode(
  directoryCtx: DirectoryCtx,
): Promise<{ code: string; expiresAt: number }> {
  const { code, statements } = issuingCode(directoryCtx, "chatagent", directoryCtx.actor.userId);
  await directoryCtx.db.batch([
    ...statements,
    auditedInDirectory(directoryCtx, {
      action: "create",
      kind: "session",
      object: { id: directoryCtx.actor.userId, name: directoryCtx.actor.name },
      after: { chatAgentCode: true },
    }),
  ]);
  return { code, expiresAt: directoryCtx.now() + CODE_MS.chatagent };
}

/** Signs in the user of a one-time code of /chatagent. A second use is chatCodeOver. */
export async function exchangeChatCode(
  db: DirectoryDb,
  code: string,
  visit: Visit,
  tokenSecret: string,
): Promise<Entered> {
  const redeemed = await redeemCode(db, "chatagent", code);
  const [user] = redeemed ? await db.select().from(users).where(eq(users.id, redeemed.userId)).limit(1) : [];
  if (!user) throw new DomainError("chatCodeOver");
  return enter(db, user, visit, tokenSecret, {
    by: "chatagent",
    removeExistingSession: false,
    refusal: new DomainError("chatCodeOver"),
  });
}
