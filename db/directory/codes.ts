import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/**
 * One-time codes of 256 bits that travel in links. Only the hash is stored, each code works once, and a new code of the
 * same purpose revokes the older ones.
 */
export const oneTimeCodes = sqliteTable(
  "one_time_codes",
  {
    hash: text("hash").primaryKey(),
    ...tenant,
    purpose: text("purpose", { enum: ["activate", "reset", "chatagent", "designer"] }).notNull(),
    userId: text("user_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("one_time_codes_user").on(table.userId, table.purpose),
    index("one_time_codes_expiry").on(table.expiresAt),
  ],
);

/** A sign-in with a correct password that still awaits its second factor. It grants no access by itself. */
export const loginChallenges = sqliteTable(
  "login_challenges",
  {
    ...id,
    ...tenant,
    userId: text("user_id").notNull(),
    method: text("method", { enum: ["mail", "totp"] }).notNull(),
    /** Hash of the mailed code; null for an authenticator. */
    codeHash: text("code_hash"),
    tries: integer("tries").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    removeExistingSession: integer("remove_existing_session", { mode: "boolean" }).notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("login_challenges_user").on(table.userId, table.createdAt),
    index("login_challenges_expiry").on(table.expiresAt),
  ],
);

/** Single sign-on configuration: the OpenID Connect provider of an enterprise. */
export const ssoConnections = sqliteTable("sso_connections", {
  ...id,
  ...tenant,
  issuer: text("issuer").notNull(),
  clientId: text("client_id").notNull(),
  /** The client's secret, encrypted. */
  secretSealed: text("secret_sealed"),
  secretKeyVersion: integer("secret_key_version"),
  enabled: integer("enabled", { mode: "boolean" }).notNull(),
  /** People who sign in through the provider have no password here and see no Signout. */
  direct: integer("direct", { mode: "boolean" }).notNull(),
  revision: integer("revision").notNull().default(1),
  updatedBy: text("updated_by").notNull().default(""),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** A sign-in in progress at another provider: state and nonce as hashes, the PKCE verifier encrypted. */
export const ssoAttempts = sqliteTable(
  "sso_attempts",
  {
    stateHash: text("state_hash").primaryKey(),
    ...tenant,
    nonceHash: text("nonce_hash").notNull(),
    verifierSealed: text("verifier_sealed").notNull(),
    verifierKeyVersion: integer("verifier_key_version").notNull(),
    next: text("next").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("sso_attempts_expiry").on(table.expiresAt)],
);
