import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { type listStartedJourneys, MOST_STARTED } from "#workers/contract/endpoints/automation-instances.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";

const STARTED = `SELECT a.id, i.id AS instanceId, a.name, c.name AS channel FROM automations a
  CROSS JOIN automation_instances i ON i.automation_id = a.id AND i.enterprise_id = ?1 AND i.state = ${INSTANCE.started}
  CROSS JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = ?1
  WHERE a.enterprise_id = ?1 AND a.kind = 'journey' AND a.deleted_at IS NULL ORDER BY a.name_key, c.name, i.id LIMIT ${MOST_STARTED}`;

type Started = ReplyOf<typeof listStartedJourneys>["journeys"][number];

/** Journeys that customers can be put into now, each on its channel. */
export async function startedJourneys({
  db: { $client },
  enterpriseId,
}: Pick<Ctx, "db" | "enterpriseId">): Promise<ReplyOf<typeof listStartedJourneys>> {
  const { results } = await $client.prepare(STARTED).bind(enterpriseId).all<Started>();
  return { journeys: results };
}
