/**
 * Every text that a person reads, by area, in the specification's spelling (its misspellings included).
 * Pure data: it imports nothing but its own parts, so that the server's contract may read it too and no
 * sentence is written twice (docs/decisions/texts.md).
 */
import { auth } from "./messages/auth.ts";
import { bots } from "./messages/bots.ts";
import { charts } from "./messages/charts.ts";
import { coming } from "./messages/coming.ts";
import { configuration } from "./messages/configuration.ts";
import { customerFields } from "./messages/customer-fields.ts";
import { customers } from "./messages/customers.ts";
import { emotions } from "./messages/emotions.ts";
import { entities } from "./messages/entities.ts";
import { entityList } from "./messages/entity-list.ts";
import { errors } from "./messages/errors.ts";
import { exchange } from "./messages/exchange.ts";
import { genAi } from "./messages/gen-ai.ts";
import { imports } from "./messages/imports.ts";
import { mails } from "./messages/mails.ts";
import { providers } from "./messages/providers.ts";
import { reports } from "./messages/reports.ts";
import { review } from "./messages/review.ts";
import { shell } from "./messages/shell.ts";
import { training } from "./messages/training.ts";
import { tryIt } from "./messages/try-it.ts";
import { ui } from "./messages/ui.ts";

export const messages = {
  auth,
  bots,
  charts,
  coming,
  configuration,
  customerFields,
  customers,
  emotions,
  entities,
  entityList,
  errors,
  exchange,
  genAi,
  imports,
  mails,
  providers,
  reports,
  review,
  shell,
  training,
  tryIt,
  ui,
} as const;
