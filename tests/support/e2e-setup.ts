import type { FullConfig } from "@playwright/test";
import { buildStale } from "../../scripts/build.ts";
import { chatsOfAMonth } from "./chat-hours.ts";
import { ENTERPRISES } from "./enterprises.ts";
import { startServed } from "./served.ts";

/** One served system for the whole run: built, on a fresh state, with the demo data. */
export default async function setup(_config: FullConfig): Promise<() => Promise<void>> {
  await buildStale();
  const served = await startServed({
    seed: true,
    accounts: Object.values(ENTERPRISES),
    rows: chatsOfAMonth(ENTERPRISES.hall),
  });
  // Read by every test worker: an empty baseURL of the config is filled from here.
  process.env.PLAYWRIGHT_TEST_BASE_URL = served.url;
  return async () => {
    if (process.env.CHATBIRD_SHOW_SERVER !== undefined) console.log(served.output());
    await served.stop();
  };
}
