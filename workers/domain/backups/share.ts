import type { Share } from "./page.ts";
import type { TableShape } from "./shape.ts";

/** The databases that have rows of an enterprise. */
export type DatabaseKind = "directory" | "tenant";

/** SQL for whether a row is an enterprise's, in tables that do not say so themselves; null where rows are nobody's. */
const WHOSE: Readonly<Record<string, ((id: string) => string) | null>> = {
  enterprises: (id) => `id = ${id}`,
  recovery_codes: (id) => `user_id IN (SELECT id FROM users WHERE enterprise_id = ${id})`,
  tickets: (id) => `session_id IN (SELECT id FROM login_sessions WHERE enterprise_id = ${id})`,
  import_numbers: (id) => `import_id IN (SELECT id FROM customer_imports WHERE enterprise_id = ${id})`,
  captchas: null,
  deletion_receipts: null,
  login_failures: null,
  plans: null,
  switches: null,
  hook_cursor: null,
};

/**
 * SQL for whether a row of a table is an enterprise's, from SQL for its id; null where its rows are nobody's. Throws for a table
 * of which nobody has said it: a new one is neither forgotten by an export nor by a deletion.
 */
export function whoseRows({ name, columns }: TableShape): ((id: string) => string) | null {
  if (columns.includes("enterprise_id")) return (id) => `enterprise_id = ${id}`;
  const whose = WHOSE[name];
  if (whose === undefined) throw new Error(`nobody has said whose the rows of ${name} are`);
  return whose;
}

/**
 * Tables of which an enterprise's export has no row: what opens a door (sessions, codes, keys), what is on its way (jobs, tasks,
 * mails, moves into another database, that it is to be deleted), and addresses of people's browsers.
 */
export const leftOut: Readonly<Record<DatabaseKind, readonly string[]>> = {
  directory: [
    "after_commit_tasks",
    "api_keys",
    "enterprise_moves",
    "invitations",
    "login_challenges",
    "login_sessions",
    "mails",
    "one_time_codes",
    "recovery_codes",
    "sso_attempts",
    "tickets",
  ],
  tenant: ["deletion_stops", "fences", "jobs", "kept_calls", "places", "push_subscriptions"],
};

/** Columns that an enterprise's export leaves empty, by table, with what SQL stands in their place. */
const EMPTIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { password_hash: "NULL", totp_sealed: "NULL", totp_key_version: "NULL", totp_pending: "NULL" },
  sso_connections: { secret_sealed: "NULL", secret_key_version: "NULL" },
  automation_instances: { hook_secret: "''" },
};

/** Of these the values are in an export as the database has them, encrypted: who was suppressed is known by one of them. */
export const sealed: Readonly<Record<DatabaseKind, readonly string[]>> = {
  directory: [],
  tenant: ["secrets"],
};

/** An enterprise's share of a table, as its export has it; undefined where it has none. */
export function shareOf(kind: DatabaseKind, table: TableShape, enterpriseId: string): Share | undefined {
  const theirs = whoseRows(table);
  if (theirs === null || leftOut[kind].includes(table.name)) return undefined;
  return { enterpriseId, theirs, emptied: EMPTIED[table.name] ?? {} };
}

/** Columns that are empty in some tables of an export, as `table.column`. */
export const emptiedIn = (tables: readonly { name: string }[]): string[] =>
  tables.flatMap(({ name }) => Object.keys(EMPTIED[name] ?? {}).map((column) => `${name}.${column}`));
