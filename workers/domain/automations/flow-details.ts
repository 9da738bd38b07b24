import type { flowDetails } from "#workers/contract/endpoints/flow-details.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";

/** A draft that names the journey counts as well: its author looks at what it would run. */
const DETAILS = `SELECT a.id, a.name, a.version, coalesce(v.graph, d.graph) AS graph, coalesce(v.published_at, d.updated_at) AS at
  FROM automations a CROSS JOIN automation_drafts d ON d.automation_id = a.id
  LEFT JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.version
  WHERE a.enterprise_id = ?1 AND a.id = ?2 AND a.kind = 'journey' AND a.deleted_at IS NULL AND (?2 = ?3 OR EXISTS (
    SELECT 1 FROM automations j CROSS JOIN automation_drafts jd ON jd.automation_id = j.id
      LEFT JOIN automation_versions jv ON jv.automation_id = j.id AND jv.number = j.version
    WHERE j.enterprise_id = ?1 AND j.id = ?3 AND j.kind = 'journey' AND j.deleted_at IS NULL AND EXISTS (
      SELECT 1 FROM json_each(json_array(jd.graph, jv.graph)) g CROSS JOIN json_each(g.value, '$.nodes') n
      WHERE n.value ->> '$.type' = 'runJourney' AND n.value ->> '$.data.journeyId' = ?2)))`;

interface Row {
  id: string;
  name: string;
  version: number | null;
  graph: string;
  at: number;
}

/** One graph of a journey; a journey that it does not run is not found. */
export async function flowDetailsOf(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  id: string,
  journeyId: string,
): Promise<ReplyOf<typeof flowDetails>> {
  const row = await db.$client.prepare(DETAILS).bind(enterpriseId, id, journeyId).first<Row>();
  if (!row) throw new DomainError("notFound");
  const { at, graph, ...rest } = row;
  return { ...rest, journeyId, graph: JSON.parse(graph) as Graph, updatedAt: iso(at) };
}
