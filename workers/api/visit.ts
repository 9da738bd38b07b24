import type { Visit } from "#workers/domain/identity/session.ts";
import { preferredLanguage } from "#workers/contract/language.ts";
import type { AppContext } from "./context.ts";

/** Origin of a request whose sender is not signed in. */
export const visitOf = (c: AppContext): Visit => ({
  address: c.get("address"),
  userAgent: c.req.header("user-agent") ?? "",
  requestId: c.get("requestId"),
  language: preferredLanguage(c.req.header("accept-language")),
  after: c.get("after"),
});
