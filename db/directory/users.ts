import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { AudioSettings, ChatSettings } from "#workers/contract/endpoints/profile.ts";

export interface PendingTotp {
  sealed: string;
  keyVersion: number;
  expiresAt: number;
}

export const users = sqliteTable(
  "users",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** The address in lower case: one account an address. */
    emailKey: text("email_key").notNull(),
    /** scrypt$log2N$r$p$salt$hash; null for who signs in through another provider only. */
    passwordHash: text("password_hash"),
    roles: text("roles", { mode: "json" }).$type<number[]>().notNull(),
    /** 0 not verified yet, 1 active, 2 deactivated. */
    state: integer("state").notNull(),
    /** The password was set by somebody else: the next sign-in asks for a new one. */
    mustChangePassword: integer("must_change_password", { mode: "boolean" }).notNull().default(false),
    twoFactor: text("two_factor", { enum: ["off", "mail", "totp"] })
      .notNull()
      .default("off"),
    /** The authenticator's secret, encrypted; the last time step that was used, so that no code works twice. */
    totpSealed: text("totp_sealed"),
    totpKeyVersion: integer("totp_key_version"),
    totpLastStep: integer("totp_last_step"),
    /** An authenticator that is being set up and has not shown a code yet; its secret is encrypted too. */
    totpPending: text("totp_pending", { mode: "json" }).$type<PendingTotp>(),
    /** Comes in through single sign-on only: no password, no Signout. */
    ssoDirect: integer("sso_direct", { mode: "boolean" }).notNull().default(false),
    phone: text("phone").notNull().default(""),
    timezone: text("timezone").notNull().default(""),
    /** A file of the enterprise's drive. */
    pictureId: text("picture_id"),
    /** online, away or offline: whether new chats are offered. */
    agentStatus: text("agent_status", { enum: ["online", "away", "offline"] })
      .notNull()
      .default("offline"),
    enableChatNotification: integer("enable_chat_notification", { mode: "boolean" }).notNull().default(false),
    audioSettings: text("audio_settings", { mode: "json" }).$type<AudioSettings>(),
    chatSettings: text("chat_settings", { mode: "json" })
      .$type<Partial<ChatSettings>>()
      .notNull()
      .default({}),
    lastLoginAt: integer("last_login_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("users_email").on(table.emailKey),
    index("users_enterprise").on(table.enterpriseId, table.id),
  ],
);

/** Single-use codes for when the second factor is lost: only their hashes are kept. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    ...id,
    userId: text("user_id").notNull(),
    hash: text("hash").notNull(),
    usedAt: integer("used_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("recovery_codes_user").on(table.userId, table.hash)],
);

/** Who a person is at another provider: matched by issuer and subject, never by e-mail address. */
export const userIdentities = sqliteTable(
  "user_identities",
  {
    ...id,
    ...tenant,
    userId: text("user_id").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("user_identities_subject").on(table.enterpriseId, table.issuer, table.subject)],
);

/** An invitation is good once, for the address and the roles that it names. */
export const invitations = sqliteTable(
  "invitations",
  {
    ...id,
    ...tenant,
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    roles: text("roles", { mode: "json" }).$type<number[]>().notNull(),
    /**
     * Of a user whom an administrator has made with a first password: they wait here until they have confirmed their
     * address. Null for who chooses name and password when accepting.
     */
    name: text("name"),
    passwordHash: text("password_hash"),
    /** Of the code in the mail's link; a resend makes a new one and the old is dead. */
    codeHash: text("code_hash").notNull(),
    state: text("state", { enum: ["open", "accepted", "revoked"] }).notNull(),
    expiresAt: integer("expires_at").notNull(),
    invitedBy: text("invited_by").notNull(),
    sentAt: integer("sent_at").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("invitations_one_open")
      .on(table.enterpriseId, table.emailKey)
      .where(sql`state = 'open'`),
    uniqueIndex("invitations_code").on(table.codeHash),
    index("invitations_enterprise").on(table.enterpriseId, table.id),
  ],
);
