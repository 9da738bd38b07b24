import type { SignedIn } from "#workers/contract/endpoints/account.ts";
import type { Entered } from "#workers/domain/identity/enter.ts";
import { iso } from "#workers/domain/scope.ts";
import type { AppContext } from "./context.ts";
import { closeSockets } from "./hub.ts";

/** The wire's answer to somebody who has come in; sockets of sessions that this has ended close. */
export async function letIn(c: AppContext, { authToken, uId, expiresAt, ended }: Entered): Promise<SignedIn> {
  await closeSockets(c.env, ended.enterpriseId, ended.sessionIds);
  return { authToken, uId, expiresAt: iso(expiresAt) };
}
