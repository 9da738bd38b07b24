import type { SignedIn } from "#workers/contract/endpoints/account.ts";
import type { Entered } from "#workers/domain/identity/enter.ts";
import { iso } from "#workers/domain/ctx.ts";

/** The wire's reply to a completed sign-in. */
export const letIn = ({ authToken, uId, expiresAt }: Entered): SignedIn => ({
  authToken,
  uId,
  expiresAt: iso(expiresAt),
});
