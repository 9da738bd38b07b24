import { triggersTexts as texts } from "#texts/triggers.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { EntryResult } from "#workers/contract/automation/triggers.ts";
import {
  type EntryEvaluation,
  type listJourneyEvaluations,
  MOST_EVALUATIONS,
} from "#workers/contract/endpoints/automation-triggers.ts";
import { OUR_IDS } from "#workers/contract/ids.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";

const THERE = `SELECT i.id FROM automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?4 AND a.deleted_at IS NULL
  WHERE i.id = ?1 AND i.automation_id = ?2 AND a.kind = ?3 AND i.enterprise_id = ?4`;
const LATEST = `SELECT e.n, e.kind, e.result, e.detail, e.at, c.id AS customerId, coalesce(c.name, p.name, '') AS name FROM entry_evaluations e
  LEFT JOIN identities p ON p.id = e.identity_id AND p.enterprise_id = ?2
  LEFT JOIN customers c ON c.enterprise_id = ?2 AND c.number = coalesce(e.customer, p.customer) AND c.deleted_at IS NULL
  WHERE e.instance_id = ?1 AND e.enterprise_id = ?2 AND (?3 = '' OR c.id = ?3)
    AND (?4 = '' OR instr(lower(coalesce(c.name, p.name, '')), ?4) > 0 OR (?5 <> '' AND instr(c.phone, ?5) > 0)) ORDER BY e.n DESC LIMIT ${MOST_EVALUATIONS}`;

interface Row {
  n: number;
  kind: string;
  result: EntryResult;
  detail: string;
  at: number;
  customerId: string | null;
  name: string;
}

/** Why somebody entered an instance or did not, the latest first. */
export async function listEvaluations(
  { db, enterpriseId }: Ctx,
  kind: AutomationKind,
  { id, instanceId }: { id: string; instanceId: string },
  { customer = "", search }: InputOf<typeof listJourneyEvaluations>["query"],
): Promise<ReplyOf<typeof listJourneyEvaluations>> {
  const { $client } = db;
  const [there, latest] = await $client.batch([
    $client.prepare(THERE).bind(instanceId, id, kind, enterpriseId),
    $client
      .prepare(LATEST)
      .bind(instanceId, enterpriseId, customer, search.toLowerCase(), search.replaceAll(/\D/g, "")),
  ]);
  if ((there?.results.length ?? 0) === 0) throw new DomainError("notFound");
  const rows = (latest?.results ?? []) as unknown as Row[];
  const named = await namesOfMarks($client, enterpriseId, rows);
  return { evaluations: rows.map((row) => onWire({ ...row, detail: named(row.detail) })) };
}

const NAMES =
  "SELECT id, name FROM marks WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))";

/** Puts the names of groups and labels, as they are called now, in place of the ids by which a filter asks for them. */
async function namesOfMarks(
  $client: D1Database,
  enterpriseId: string,
  rows: readonly Row[],
): Promise<(detail: string) => string> {
  const ids = rows.flatMap(({ result, detail }) =>
    result === "filter" ? (detail.match(OUR_IDS) ?? []) : [],
  );
  if (ids.length === 0) return (detail) => detail;
  const { results } = await $client
    .prepare(NAMES)
    .bind(enterpriseId, JSON.stringify([...new Set(ids)]))
    .all<{ id: string; name: string }>();
  const names = new Map(results.map(({ id, name }) => [id, name]));
  return (detail) => detail.replaceAll(OUR_IDS, (id) => names.get(id) ?? id);
}

const onWire = ({ n, kind, result, detail, at, customerId, name }: Row): EntryEvaluation => ({
  id: String(n),
  kind,
  result,
  sentence: result === "filter" ? texts.sentences.filter(detail) : texts.sentences[result],
  customer: { id: customerId, name },
  at: iso(at),
});
