import type { Acting } from "#workers/domain/ctx.ts";
import { preferredLanguage } from "#workers/contract/language.ts";
import type { AppContext } from "./context.ts";

/** The actor of this request; somebody not signed in acts as the account that a code or a password named. */
export const actorOf = (c: AppContext, user: { id: string; name: string }): Acting => ({
  userId: user.id,
  name: user.name,
  address: c.get("address"),
  requestId: c.get("requestId"),
  language: preferredLanguage(c.req.header("accept-language")),
  after: c.get("after"),
});
