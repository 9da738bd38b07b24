import type { Graph } from "#workers/contract/automation/graph.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { journeyFigures } from "#workers/contract/endpoints/journey-monitor.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { daysOf } from "./report-days.ts";
import { type CountRow, noVersion, ofVersion, stepsOf, stepsSql, type StayRow } from "./step-figures.ts";

/** SQL about the instance ?2 of the journey or encap ?3 of the enterprise ?1. */
function sqlOf(kind: AutomationKind) {
  const of = `automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.kind = '${kind}' AND a.deleted_at IS NULL AND a.enterprise_id = ?1
  WHERE i.id = ?2 AND i.automation_id = ?3 AND i.enterprise_id = ?1 AND i.state <> ${INSTANCE.deleted}`;
  // By its own index (instance, version, …): each version is one look.
  const versions =
    "CROSS JOIN automation_versions v ON v.automation_id = i.automation_id AND (v.id = i.version_id OR EXISTS (SELECT 1 FROM node_daily d WHERE d.instance_id = i.id AND d.version_id = v.id))";
  return {
    there: `SELECT 1 FROM ${of}`,
    graph: `SELECT v.number, v.graph FROM automation_versions v CROSS JOIN (SELECT i.version_id AS own, i.automation_id AS automation FROM ${of}) o
  ON v.automation_id = o.automation WHERE CASE WHEN ?4 IS NULL THEN v.id = o.own ELSE v.number = ?4 END`,
    versions: `SELECT v.number FROM ${of.replace("WHERE", `${versions} WHERE`)} ORDER BY v.number DESC`,
    steps: stepsSql(`FROM (SELECT i.id, i.automation_id FROM ${of}) i`, ofVersion),
  };
}
const SQL = { journey: sqlOf("journey"), encap: sqlOf("encap") };

/** The steps of a journey on a channel, or of a launch, in figures, with the drawing that they belong to. */
export async function figuresOf(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  kind: AutomationKind,
  { id, instanceId }: { id: string; instanceId: string },
  { version, ...days }: InputOf<typeof journeyFigures>["query"],
): Promise<ReplyOf<typeof journeyFigures>> {
  const { from, to } = daysOf(days, now());
  const sql = SQL[kind];
  const bound = (text: string, ...values: unknown[]) =>
    $client.prepare(text).bind(enterpriseId, instanceId, id, ...values);
  const [there, graphs, versions, counts, stays, here] = await $client.batch([
    bound(sql.there),
    bound(sql.graph, version ?? null),
    bound(sql.versions),
    bound(sql.steps.counts, from, to, version ?? null),
    bound(sql.steps.stays, from, to, version ?? null),
    // The statement knows the same places as the others, and asks for no days.
    bound(sql.steps.here.replaceAll("?6", "?4"), version ?? null),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  if (rowsOf(there).length === 0) throw new DomainError("notFound");
  const [drawn] = rowsOf<{ number: number; graph: string }>(graphs);
  if (!drawn) throw noVersion(version ?? 0);
  return {
    from,
    to,
    versions: rowsOf<{ number: number }>(versions).map(({ number }) => number),
    version: drawn.number,
    graph: JSON.parse(drawn.graph) as Graph,
    steps: stepsOf(
      rowsOf<CountRow>(counts),
      rowsOf<StayRow>(stays),
      rowsOf<{ node: string; here: number }>(here),
    ),
  };
}
