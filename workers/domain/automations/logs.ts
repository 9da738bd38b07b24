import { encapLogsTexts as texts } from "#texts/encap-logs.ts";
import {
  type exportEncapLogs,
  type listEncapLogs,
  LOG_DAYS_SHOWN,
  type LoggedStep,
  type StepOutcome,
} from "#workers/contract/endpoints/automation-logs.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { type Ctx, iso } from "../ctx.ts";
import { page } from "../page.ts";
import { namesIn, NODES } from "./node-names.ts";

type Filter = InputOf<typeof exportEncapLogs>["query"];

const DAY_MS = 86_400_000;
const MOST_LAUNCHES = 500;
const CSV_PAGE = 500;
/** The values of a page at the end of a statement's. */
const PLACES = 2;

const FROM = `FROM run_steps s CROSS JOIN runs r ON r.id = s.run_id AND r.enterprise_id = ?1
  CROSS JOIN automation_instances i ON i.id = r.instance_id CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?1 AND a.kind = 'encap' AND a.deleted_at IS NULL
  LEFT JOIN identities p ON p.id = r.identity_id AND p.enterprise_id = ?1
  LEFT JOIN customers c ON c.enterprise_id = ?1 AND c.number = p.customer AND c.deleted_at IS NULL
  WHERE s.enterprise_id = ?1 AND s.at >= ?2 AND s.at < ?3 AND (?4 = '' OR a.id = ?4) AND (?5 = '' OR i.id = ?5) AND (?6 IS NULL OR s.outcome = ?6)
    AND (?7 = '' OR s.node = ?7) AND (?8 = '' OR instr(coalesce(c.name_key, lower(p.name), ''), ?8) > 0)
    AND (?9 IS NULL OR (s.at, s.run_id, s.seq) < (?9, ?10, ?11))`;
const stepsWith = (
  values: string,
) => `SELECT s.run_id AS runId, s.seq, s.at, s.node AS nodeId, s.port, s.outcome, r.version_id AS versionId, i.id AS launchId, i.name AS launch,
    a.id AS encapId, a.name AS encap, c.id AS customerId, coalesce(c.name, p.name, '') AS customer${values}
  ${FROM} ORDER BY s.at DESC, s.run_id DESC, s.seq DESC LIMIT ?12 OFFSET ?13`;
const STEPS = stepsWith("");
/** A file has the values as well, as far as the log keeps them. */
const STEPS_OF_FILE = stepsWith(
  `, s.input, s.output, CASE WHEN s.outcome IN ('error', 'timeout') THEN coalesce(s.output ->> '$.sentence', '') ELSE '' END AS why`,
);
const COUNTED = `SELECT count(*) AS total FROM (SELECT 1 ${FROM} LIMIT ${MOST_COUNTED + 1})`;
const LAUNCHES = `SELECT i.id, i.name, a.id AS encapId, a.name AS encap FROM automation_instances i
  CROSS JOIN automations a ON a.id = i.automation_id AND a.kind = 'encap' AND a.deleted_at IS NULL
  WHERE i.enterprise_id = ?1 AND i.state <> 5 ORDER BY a.name_key, i.created_at DESC LIMIT ${MOST_LAUNCHES}`;

interface Row {
  runId: string;
  seq: number;
  at: number;
  nodeId: string;
  port: string | null;
  outcome: StepOutcome;
  versionId: string;
  launchId: string;
  launch: string;
  encapId: string;
  encap: string;
  customerId: string | null;
  customer: string;
}

interface FileRow extends Row {
  input: string;
  output: string;
  why: string;
}

interface Place {
  limit: number;
  offset?: number;
  after?: Pick<Row, "at" | "runId" | "seq"> | undefined;
}

/** A filter's values for a page of steps, in the order of the statement. */
function valuesOf(
  { enterpriseId, now }: Pick<Ctx, "enterpriseId" | "now">,
  { encap, instance, outcome, node, customer, since, until }: Filter,
  { limit, offset = 0, after }: Place,
): unknown[] {
  const end = until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until);
  return [
    enterpriseId,
    since === undefined ? Math.min(end, now()) - LOG_DAYS_SHOWN * DAY_MS : Date.parse(since),
    end,
    encap,
    instance,
    outcome ?? null,
    node,
    nameKey(customer),
    after?.at ?? null,
    after?.runId ?? null,
    after?.seq ?? null,
    limit,
    offset,
  ];
}

const rowsIn = <Found>(result: D1Result | undefined): Found[] => (result?.results ?? []) as Found[];

/** Steps of all encaps, the newest first, and the launches to choose from. */
export async function listLogs(
  ctx: Ctx,
  { from, perPage, ...filter }: InputOf<typeof listEncapLogs>["query"],
): Promise<ReplyOf<typeof listEncapLogs>> {
  const { $client } = ctx.db;
  const { limit, offset, cut } = page({ from, perPage });
  const values = valuesOf(ctx, filter, { limit, offset });
  const [found, nodes, launches, counted] = await $client.batch([
    $client.prepare(STEPS).bind(...values),
    $client.prepare(NODES(STEPS)).bind(...values),
    $client.prepare(LAUNCHES).bind(ctx.enterpriseId),
    $client.prepare(COUNTED).bind(...values.slice(0, -PLACES)),
  ]);
  const { rows, more } = cut(rowsIn<Row>(found));
  const nodeOf = namesIn(rowsIn(nodes));
  return {
    steps: rows.map((row) => onWire(row, nodeOf)),
    launches: rowsIn<{ id: string; name: string; encapId: string; encap: string }>(launches).map(
      ({ id, name, encapId, encap }) => ({ id, name, encap: { id: encapId, name: encap } }),
    ),
    more,
    total: rowsIn<{ total: number }>(counted)[0]?.total ?? 0,
  };
}

const onWire = (row: Row, nodeOf: ReturnType<typeof namesIn>): LoggedStep => ({
  runId: row.runId,
  seq: row.seq,
  at: iso(row.at),
  encap: { id: row.encapId, name: row.encap },
  launch: { id: row.launchId, name: row.launch },
  node: nodeOf(row.versionId, row.nodeId),
  port: row.port,
  outcome: row.outcome,
  customer: { id: row.customerId, name: row.customer },
});

/** A step's values as a cell; empty where its log kept none. */
const keptIn = (json: string): string => (json === "null" || json === "{}" ? "" : json);

/** The same steps as a CSV, page by page; who took it stands in the audit trail before the first row. */
export function logsCsv(ctx: Ctx, filter: Filter): ReadableStream<Uint8Array> {
  const { $client } = ctx.db;
  return csvStream<FileRow & { shown: LoggedStep }>({
    header: texts.csv,
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "encap",
        object: { id: filter.encap, name: texts.audited },
        after: { ...filter },
      }),
    next: async (after) => {
      const values = valuesOf(ctx, filter, { limit: CSV_PAGE, after });
      const [found, nodes] = await $client.batch(
        [STEPS_OF_FILE, NODES(STEPS)].map((text) => $client.prepare(text).bind(...values)),
      );
      const nodeOf = namesIn(rowsIn(nodes));
      return rowsIn<FileRow>(found).map((row) => ({ ...row, shown: onWire(row, nodeOf) }));
    },
    cells: ({
      input,
      output,
      why,
      shown: { at, encap, launch, customer, node, outcome, port, runId, seq },
    }) => [
      at,
      encap.name,
      launch.name,
      customer.name,
      node.name || node.id,
      node.type,
      outcome,
      port ?? "",
      runId,
      String(seq),
      why,
      keptIn(input),
      keptIn(output),
    ],
  });
}
