// Compares report counters with the turns, month by month, and the counts of chats with the chats, in the deployed
// account or a local folder (--state). Prints drift and exits with 1; --repair recounts.
import { parseArgs } from "node:util";
import { recountChats } from "#workers/domain/chats/recount.ts";
import { countedAgents, recount } from "#workers/domain/reports/recount.ts";
import { accountDatabase } from "./lib/account-database.ts";
import { openSqlite, tenantFiles } from "./lib/sqlite-file.ts";
import { DATABASES } from "./lib/topology.ts";

const { values } = parseArgs({
  options: {
    state: { type: "string" },
    agent: { type: "string" },
    repair: { type: "boolean", default: false },
  },
});
const { state, agent, repair } = values;
const databases =
  state === undefined
    ? DATABASES.filter(({ migrations }) => migrations === "tenant").map(({ name }) => accountDatabase(name))
    : tenantFiles(state).map(openSqlite);
let checked = 0;
let drifted = 0;
for (const database of databases) {
  for (const found of await countedAgents(database)) {
    if (agent !== undefined && found.agentId !== agent) continue;
    checked++;
    for (const { table, month, rows, example } of await recount(database, found, { repair })) {
      drifted += rows;
      console.log(`${found.agentId}  ${month}  ${table}: ${rows} rows, such as ${example}`);
    }
  }
  if (agent !== undefined) continue;
  for (const { table, rows, example } of await recountChats(database, { repair })) {
    drifted += rows;
    console.log(`${table}: ${rows} rows, such as ${example}`);
  }
}
console.log(
  `${checked} agents, ${drifted} rows ${drifted === 0 ? "drifted" : repair ? "had drifted and are repaired" : "have drifted"}`,
);
process.exitCode = drifted > 0 && !repair ? 1 : 0;
