// Prints the SQL that makes an enterprise and its first administrator, for `wrangler d1 execute --file`.
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { tenantDatabases } from "#db/client.ts";
import { accountStatements } from "#db/seed/accounts.ts";
import { newPassword } from "#workers/contract/new-password.ts";

const { values } = parseArgs({
  options: {
    enterprise: { type: "string" },
    name: { type: "string" },
    email: { type: "string" },
    database: { type: "string", default: "TENANT_1" },
  },
});
const { enterprise, name, email } = values;
const database = tenantDatabases.find((each) => each === values.database);
if (!enterprise || !name || !email || !database) {
  console.error(
    `npm run account -- --enterprise "My Bank" --name Asha --email asha@example.com [--database ${tenantDatabases.join("|")}]`,
  );
  process.exit(1);
}

// Prompted for rather than passed as an argument, as arguments are kept in the shell's history.
const terminal = createInterface({ input: process.stdin, output: process.stderr });
const password = await terminal.question("Password (at least 8 characters): ");
terminal.close();
const { error: refusal } = newPassword([enterprise, name, email]).safeParse(password);
if (refusal) {
  console.error(refusal.issues[0]?.message);
  process.exit(1);
}

const quoted = (value: string | number): string =>
  typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
for (const { sql, values: bound } of await accountStatements({
  enterprise,
  name,
  email,
  database,
  password,
})) {
  let at = 0;
  console.log(`${sql.replace(/\?/g, () => quoted(bound[at++] ?? ""))};`);
}
