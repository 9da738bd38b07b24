import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { HubEvent } from "#workers/contract/socket.ts";
import { hubOf } from "./hub.ts";

/** Tells the screens of an enterprise. They can always ask for the state anew, so a failure only goes to the log. */
export async function publish(env: JobsEnv, enterpriseId: EnterpriseId, event: HubEvent): Promise<void> {
  try {
    await hubOf(env, enterpriseId).publish(event);
  } catch (error) {
    console.log(JSON.stringify({ level: "warn", source: "publish", enterpriseId, failure: String(error) }));
  }
}
