import type { FullConfig } from "@playwright/test";
import { recountChats } from "#workers/domain/chats/recount.ts";
import { driftOfAll } from "#workers/domain/reports/recount.ts";
import { buildStale } from "../../scripts/build.ts";
import { openSqlite, tenantFiles } from "../../scripts/lib/sqlite-file.ts";
import { chatsOfAMonth } from "./chat-hours.ts";
import { crowdOfAgents } from "./crowd.ts";
import { ENTERPRISES } from "./enterprises.ts";
import { longChat } from "./long-chat.ts";
import { startServed } from "./served.ts";

/** One served system for the whole run: built, on a fresh state, with the demo data. */
export default async function setup(_config: FullConfig): Promise<() => Promise<void>> {
  await buildStale();
  const served = await startServed({
    seed: true,
    accounts: Object.values(ENTERPRISES),
    rows: [
      ...chatsOfAMonth(ENTERPRISES.hall),
      crowdOfAgents(ENTERPRISES.crowd),
      ...longChat(ENTERPRISES.long),
    ],
  });
  // Read by every test worker: an empty baseURL of the config is filled from here.
  process.env.PLAYWRIGHT_TEST_BASE_URL = served.url;
  process.env.CHATBIRD_TEST_STATE = served.state;
  return async () => {
    if (process.env.CHATBIRD_SHOW_SERVER !== undefined) console.log(served.output());
    const drift = await driftOf(served.state);
    await served.stop();
    if (drift.length > 0)
      throw new Error(`What reports read is not what turns and chats say (R-18):\n${JSON.stringify(drift)}`);
  };
}

/** Drift that the run has left in the report counters of all agents, and in the counts of chats. */
async function driftOf(state: string) {
  const databases = tenantFiles(state).map(openSqlite);
  const drift = await Promise.all(
    databases.map(async (database) => [...(await driftOfAll(database)), ...(await recountChats(database))]),
  );
  for (const database of databases) database.close();
  return drift.flat();
}
