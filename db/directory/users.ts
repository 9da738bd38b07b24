import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { Language } from "#workers/contract/language.ts";
import type { Looks } from "#workers/contract/looks.ts";
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
    /** The address in lower case: one account per address. */
    emailKey: text("email_key").notNull(),
    /** scrypt$log2N$r$p$salt$hash; null for people who sign in only through another provider. */
    passwordHash: text("password_hash"),
    roles: text("roles", { mode: "json" }).$type<number[]>().notNull(),
    /** 0 not verified yet, 1 active, 2 deactivated. */
    state: integer("state").notNull(),
    /** The password was set by somebody else, so the next sign-in asks for a new one. */
    mustChangePassword: integer("must_change_password", { mode: "boolean" }).notNull().default(false),
    twoFactor: text("two_factor", { enum: ["off", "mail", "totp"] })
      .notNull()
      .default("off"),
    /** The authenticator's secret, encrypted; and the last time step used, so that no code works twice. */
    totpSealed: text("totp_sealed"),
    totpKeyVersion: integer("totp_key_version"),
    totpLastStep: integer("totp_last_step"),
    /** An authenticator that is being set up and has not been confirmed with a code; its secret is encrypted too. */
    totpPending: text("totp_pending", { mode: "json" }).$type<PendingTotp>(),
    /** Signs in through single sign-on only: no password, no Signout. */
    ssoDirect: integer("sso_direct", { mode: "boolean" }).notNull().default(false),
    phone: text("phone").notNull().default(""),
    timezone: text("timezone").notNull().default(""),
    /** The language of their console; empty until they choose one. */
    language: text("language").$type<"" | Language>().notNull().default(""),
    /** How their console looks on every device. */
    looks: text("looks", { mode: "json" }).$type<Looks>().notNull().default({}),
    /** A file of the enterprise's drive. */
    pictureId: text("picture_id"),
    /** online, away or offline: decides whether new chats are offered. */
    agentStatus: text("agent_status", { enum: ["online", "away", "offline"] })
      .notNull()
      .default("offline"),
    /** No socket of theirs has been there for a while, whatever they have said. */
    gone: integer("gone", { mode: "boolean" }).notNull().default(false),
    enableChatNotification: integer("enable_chat_notification", { mode: "boolean" }).notNull().default(false),
    audioSettings: text("audio_settings", { mode: "json" }).$type<AudioSettings>(),
    chatSettings: text("chat_settings", { mode: "json" })
      .$type<Partial<ChatSettings>>()
      .notNull()
      .default({}),
    /** They have put the first steps aside. */
    stepsHidden: integer("steps_hidden", { mode: "boolean" }).notNull().default(false),
    lastLoginAt: integer("last_login_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("users_email").on(table.emailKey),
    index("users_enterprise").on(table.enterpriseId, table.id),
  ],
);

/** Single-use recovery codes for a lost second factor. Only their hashes are stored. */
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

/** A person's identity at another provider, matched by issuer and subject, never by e-mail address. */
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

/** An invitation is valid once, for the address and the roles that it names. */
export const invitations = sqliteTable(
  "invitations",
  {
    ...id,
    ...tenant,
    email: text("email").notNull(),
    emailKey: text("email_key").notNull(),
    roles: text("roles", { mode: "json" }).$type<number[]>().notNull(),
    /**
     * Set for a user whom an administrator created with a first password: it waits here until they confirm their
     * address. Null for people who choose name and password when accepting.
     */
    name: text("name"),
    passwordHash: text("password_hash"),
    /** Hash of the code in the mail's link; a resend makes a new one and revokes the old. */
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
