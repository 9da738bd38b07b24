import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";

/**
 * Credentials of other systems, encrypted (AES-256-GCM). They are written, used and deleted, and never leave the server
 * again. The owner is part of the authenticated data, so a row copied to another owner cannot be decrypted.
 */
export const secrets = sqliteTable(
  "secrets",
  {
    ...id,
    ...tenant,
    /** The kind and id of the row that the secret belongs to, such as integration and its id. */
    ownerKind: text("owner_kind").notNull(),
    ownerId: text("owner_id").notNull(),
    field: text("field").notNull(),
    /** Base64url of the nonce and the ciphertext. */
    sealed: text("sealed").notNull(),
    keyVersion: integer("key_version").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("secrets_owner").on(table.enterpriseId, table.ownerKind, table.ownerId, table.field),
  ],
);
