/**
 * Every text that a person reads, by area, in the specification's spelling (its misspellings included). Pure data: it
 * imports nothing but its own parts, so that the server's contract may read it too and no sentence is written twice
 * (docs/decisions/texts.md). Import it as a namespace (`import * as messages`), so that a screen loads only the areas
 * that it uses.
 */
export { about } from "./messages/about.ts";
export { account } from "./messages/account.ts";
export { auditTrail } from "./messages/audit-trail.ts";
export { auth } from "./messages/auth.ts";
export { authConfigs } from "./messages/auth-configs.ts";
export { bots } from "./messages/bots.ts";
export { charts } from "./messages/charts.ts";
export { chatAgent } from "./messages/chat-agent.ts";
export { coming } from "./messages/coming.ts";
export { configuration } from "./messages/configuration.ts";
export { customerFields } from "./messages/customer-fields.ts";
export { customers } from "./messages/customers.ts";
export { dashboard } from "./messages/dashboard.ts";
export { drive } from "./messages/drive.ts";
export { departments } from "./messages/departments.ts";
export { designer } from "./messages/designer.ts";
export { frames } from "./messages/frames.ts";
export { dialog360 } from "./messages/dialog360.ts";
export { emotions } from "./messages/emotions.ts";
export { enterprise } from "./messages/enterprise.ts";
export { entities } from "./messages/entities.ts";
export { entityList } from "./messages/entity-list.ts";
export { errors } from "./messages/errors.ts";
export { exchange } from "./messages/exchange.ts";
export { genAi } from "./messages/gen-ai.ts";
export { help } from "./messages/help.ts";
export { imports } from "./messages/imports.ts";
export { mails } from "./messages/mails.ts";
export { organisation } from "./messages/organisation.ts";
export { payment } from "./messages/payment.ts";
export { profile } from "./messages/profile.ts";
export { providers } from "./messages/providers.ts";
export { reports } from "./messages/reports.ts";
export { review } from "./messages/review.ts";
export { roles } from "./messages/roles.ts";
export { secondFactor } from "./messages/second-factor.ts";
export { sessionEnd } from "./messages/session-end.ts";
export { sessions } from "./messages/sessions.ts";
export { shell } from "./messages/shell.ts";
export { singleSignOn } from "./messages/single-sign-on.ts";
export { training } from "./messages/training.ts";
export { trash } from "./messages/trash.ts";
export { tryIt } from "./messages/try-it.ts";
export { ui } from "./messages/ui.ts";
export { users } from "./messages/users.ts";
