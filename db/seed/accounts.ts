import { uuidv7 } from "uuidv7";
import type { TenantDatabase } from "#db/client.ts";
import { hashPassword } from "#workers/domain/identity/password.ts";

export interface NewEnterprise {
  /** Generated when left out. */
  id?: string;
  enterprise: string;
  database: TenantDatabase;
  name: string;
  email: string;
  password: string;
  /** The password's stored form, if it is already known. */
  passwordHash?: string;
  /** Role ids; an administrator when left out. */
  roles?: number[];
  /** Installation features that are switched on; none when left out. */
  features?: Record<string, boolean>;
}

export interface BoundStatement {
  sql: string;
  values: (string | number)[];
}

/**
 * Statements that create an enterprise with one user in the directory, for the demo account of a local system and for
 * other tenants in tests. An address that already exists changes nothing.
 */
export async function accountStatements(
  {
    id: enterpriseId = uuidv7(),
    enterprise,
    database,
    name,
    email,
    password,
    passwordHash,
    roles = [1],
    features = {},
  }: NewEnterprise,
  now = Date.now(),
): Promise<BoundStatement[]> {
  const emailKey = email.toLowerCase();
  const absent = "WHERE NOT EXISTS (SELECT 1 FROM users WHERE email_key = ?)";
  return [
    {
      sql: `INSERT INTO enterprises (id, name, database, features, created_at, updated_at) SELECT ?, ?, ?, ?, ?, ? ${absent}`,
      values: [enterpriseId, enterprise, database, JSON.stringify(features), now, now, emailKey],
    },
    {
      sql:
        "INSERT INTO users (id, enterprise_id, name, email, email_key, password_hash, roles, state, created_at, updated_at) " +
        `SELECT ?, ?, ?, ?, ?, ?, ?, 1, ?, ? ${absent}`,
      values: [
        uuidv7(),
        enterpriseId,
        name,
        email,
        emailKey,
        passwordHash ?? (await hashPassword(password)),
        JSON.stringify(roles),
        now,
        now,
        emailKey,
      ],
    },
  ];
}
