import type { SignedIn } from "#workers/contract/endpoints/account.ts";
import type { Entered } from "#workers/domain/identity/enter.ts";
import { iso } from "#workers/domain/ctx.ts";
import type { AppContext } from "./context.ts";
import { closeSockets } from "./hub.ts";

/** The wire's reply to a completed sign-in; closes the sockets of sessions that it has ended. */
export async function letIn(c: AppContext, { authToken, uId, expiresAt, ended }: Entered): Promise<SignedIn> {
  await closeSockets(c.env, ended.enterpriseId, ended.sessionIds);
  return { authToken, uId, expiresAt: iso(expiresAt) };
}
