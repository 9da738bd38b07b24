import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { onboardingSteps } from "#workers/contract/onboarding.ts";

/** Numbers of WhatsApp on their way to a channel. A channel that came of one has its id. */
export const onboardings = sqliteTable(
  "onboardings",
  {
    ...id,
    ...tenant,
    /** The channel's future name. */
    name: text("name").notNull(),
    departmentId: text("department_id"),
    step: text("step", { enum: onboardingSteps }).notNull(),
    /** Why it failed, in the partner's words or ours; '' for none. */
    reason: text("reason").notNull().default(""),
    /** Sent with who goes to the partner, and expected back: '' once it came. */
    state: text("state").notNull().default(""),
    /** Of the client at the partner. */
    client: text("client").notNull().default(""),
    wabaId: text("waba_id").notNull().default(""),
    numberId: text("number_id").notNull().default(""),
    number: text("number").notNull().default(""),
    verifiedName: text("verified_name").notNull().default(""),
    codeSentAt: integer("code_sent_at"),
    codeTries: integer("code_tries").notNull().default(0),
    /** The channel's id at the partner. */
    partnerChannel: text("partner_channel").notNull().default(""),
    /** The secret part of the address that the partner calls. */
    callbackToken: text("callback_token").notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [index("onboardings_updated").on(table.enterpriseId, table.updatedAt, table.id)],
);
