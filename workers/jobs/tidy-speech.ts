import { tenantDatabase } from "#db/client.ts";
import { tidySpeech } from "#workers/domain/speech/tidy.ts";
import { tonight } from "./tonight.ts";

/** Pages of one enterprise in a night; what is left goes in the next one. */
const PAGES_EACH = 50;

/** Runs every night: deletes what was spoken and transcribed, once it is old. */
export async function tidySpeechByNight(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const { id, database } of await tonight(env, now)) {
    const db = tenantDatabase(env, database);
    for (let page = 0; page < PAGES_EACH && (await tidySpeech(db, id, now)); page++) await scheduler.wait(1);
  }
}
