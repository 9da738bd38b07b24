// Prints SQL that holds an agent's report against its turns, or counts it anew, for `wrangler d1 execute --file`.
import { parseArgs } from "node:util";
import { expectedTables } from "#workers/domain/reports/expected.ts";
import { driftSql, repairSql } from "#workers/domain/reports/recount.ts";

const { values } = parseArgs({
  options: {
    enterprise: { type: "string" },
    agent: { type: "string" },
    repair: { type: "boolean", default: false },
  },
});
const { enterprise, agent, repair } = values;
if (!enterprise || !agent) {
  console.error("npm run recount -- --enterprise ID --agent ID [--repair] > recount.sql");
  process.exit(1);
}
const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const given = (sql: string): string =>
  sql.replaceAll("?1", () => quoted(enterprise)).replaceAll("?2", () => quoted(agent));
for (const table of expectedTables) {
  for (const sql of repair ? repairSql(table) : [driftSql(table)]) console.log(`${given(sql)};`);
}
