import type { EnterpriseId } from "#workers/contract/ids.ts";
import { type PassingEvent, recipientsOf } from "#workers/contract/socket.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";

/** Notifies the screens of an enterprise. They can always fetch the state again, so a failure is only logged. */
export async function publish(env: JobsEnv, enterpriseId: EnterpriseId, event: PassingEvent): Promise<void> {
  try {
    await hubOf(env, enterpriseId).pass(recipientsOf(event), event);
  } catch (error) {
    console.log(JSON.stringify({ level: "warn", source: "publish", enterpriseId, failure: String(error) }));
  }
}
