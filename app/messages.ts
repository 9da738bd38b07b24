/**
 * Every text that a person reads, by area, in the specification's spelling (its misspellings included).
 * Pure data: it imports nothing but its own parts, so that the server's contract may read it too and no
 * sentence is written twice (docs/decisions/texts.md).
 */
import { about } from "./messages/about.ts";
import { account } from "./messages/account.ts";
import { auditTrail } from "./messages/audit-trail.ts";
import { auth } from "./messages/auth.ts";
import { authConfigs } from "./messages/auth-configs.ts";
import { bots } from "./messages/bots.ts";
import { charts } from "./messages/charts.ts";
import { chatAgent } from "./messages/chat-agent.ts";
import { coming } from "./messages/coming.ts";
import { configuration } from "./messages/configuration.ts";
import { customerFields } from "./messages/customer-fields.ts";
import { customers } from "./messages/customers.ts";
import { dashboard } from "./messages/dashboard.ts";
import { drive } from "./messages/drive.ts";
import { departments } from "./messages/departments.ts";
import { designer } from "./messages/designer.ts";
import { dialog360 } from "./messages/dialog360.ts";
import { emotions } from "./messages/emotions.ts";
import { enterprise } from "./messages/enterprise.ts";
import { entities } from "./messages/entities.ts";
import { entityList } from "./messages/entity-list.ts";
import { errors } from "./messages/errors.ts";
import { exchange } from "./messages/exchange.ts";
import { genAi } from "./messages/gen-ai.ts";
import { imports } from "./messages/imports.ts";
import { mails } from "./messages/mails.ts";
import { payment } from "./messages/payment.ts";
import { profile } from "./messages/profile.ts";
import { providers } from "./messages/providers.ts";
import { reports } from "./messages/reports.ts";
import { review } from "./messages/review.ts";
import { roles } from "./messages/roles.ts";
import { secondFactor } from "./messages/second-factor.ts";
import { sessions } from "./messages/sessions.ts";
import { shell } from "./messages/shell.ts";
import { singleSignOn } from "./messages/single-sign-on.ts";
import { training } from "./messages/training.ts";
import { trash } from "./messages/trash.ts";
import { tryIt } from "./messages/try-it.ts";
import { ui } from "./messages/ui.ts";
import { users } from "./messages/users.ts";

export const messages = {
  about,
  account,
  auditTrail,
  auth,
  authConfigs,
  bots,
  charts,
  chatAgent,
  coming,
  configuration,
  customerFields,
  customers,
  dashboard,
  drive,
  departments,
  designer,
  dialog360,
  emotions,
  enterprise,
  entities,
  entityList,
  errors,
  exchange,
  genAi,
  imports,
  mails,
  payment,
  profile,
  providers,
  reports,
  review,
  roles,
  secondFactor,
  sessions,
  shell,
  singleSignOn,
  training,
  trash,
  tryIt,
  ui,
  users,
} as const;
