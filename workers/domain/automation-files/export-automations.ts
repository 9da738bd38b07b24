import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import {
  AUTOMATION_FORMAT,
  type AutomationFile,
  type FileCase,
  fileLimits,
  type FileForm,
  type FileReference,
  type FileTemplate,
  type ReferenceKind,
} from "#workers/contract/automation/automation-file.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { TestCase } from "#workers/contract/automation/test-case.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";
import { mapReferences, referencesIn, referencesInForm } from "../automations/graph-references.ts";
import { type KeyedReference, referencesOf } from "../automations/references.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { checksumOf } from "./automation-file.ts";

interface Which {
  id?: string | undefined;
  folder?: string | undefined;
}
interface DraftRow {
  id: string;
  /** Its id in the file that it came from; '' for none. */
  source: string;
  name: string;
  folder: string;
  graph: string;
}

/** Those that are asked for, archived ones only by their own id. */
const THESE = `FROM automations a CROSS JOIN automation_drafts d ON d.automation_id = a.id
  WHERE a.enterprise_id = ?1 AND a.kind = ?2 AND a.deleted_at IS NULL
    AND CASE WHEN ?3 IS NOT NULL THEN a.id = ?3 ELSE a.archived_at IS NULL AND (?4 IS NULL OR a.folder = ?4) END`;

/** Of drafts and of their test cases. */
const BYTES = `coalesce(sum(length(d.graph) + (SELECT coalesce(sum(length(c.content)), 0) FROM automation_cases c WHERE c.automation_id = a.id)), 0)`;

interface CaseRow {
  automationId: string;
  name: string;
  content: string;
}

/** Drafts as one file, with the forms that they ask and the names of everything else. Whoever takes it out of here is noted. */
export async function exportAutomations(
  ctx: Ctx,
  kind: AutomationKind,
  which: Which,
  { withForms, isTakenOut = false }: { withForms: boolean; isTakenOut?: boolean },
): Promise<{ name: string; file: AutomationFile }> {
  const { rows, cases } = await draftsOf(ctx, kind, which);
  const graphs = rows.map(({ graph }) => JSON.parse(graph) as Graph);
  const fileName = which.id === undefined ? texts.fileName(which.folder ?? "") : (rows[0]?.name ?? "");
  const [named] = await Promise.all([
    namedBy(ctx, graphs, withForms),
    isTakenOut && audited(ctx, { action: "export", kind, object: { id: which.id ?? "", name: fileName } }),
  ]);
  const ids = { journey: stableIds(kind === "journey" ? rows : []), form: stableIds(named.forms) };
  const own = stableIds(rows);
  const within = (graph: Graph) =>
    mapReferences(graph, (of, id) => (of === "journey" || of === "form" ? (ids[of].get(id) ?? id) : id));
  const content = {
    automations: rows.map(({ id, name, folder }, at) => ({
      id: own.get(id) ?? id,
      kind,
      name,
      folder,
      graph: within(graphs[at] as Graph),
      ...(cases.has(id) && { cases: cases.get(id) }),
    })),
    forms: named.forms.map(({ id, name, content: form }) => ({
      id: ids.form.get(id) ?? id,
      name,
      content: form,
    })),
    templates: named.templates,
    references: named.references.filter(
      ({ kind: of, id }) => !((of === "journey" || of === "form") && ids[of].has(id)),
    ),
  };
  return {
    name: fileName,
    file: { format: AUTOMATION_FORMAT, checksum: await checksumOf(content), ...content },
  };
}

/** Ids as they are in every file of a thing: those of its first file, where no two share one. */
function stableIds(rows: readonly { id: string; source: string }[]): Map<string, string> {
  const sources = Map.groupBy(rows, ({ source }) => source);
  return new Map(
    rows.map(({ id, source }) => [id, source !== "" && sources.get(source)?.length === 1 ? source : id]),
  );
}

async function draftsOf(
  { db, enterpriseId }: Ctx,
  kind: AutomationKind,
  { id = null as never, folder = null as never }: Which,
): Promise<{ rows: DraftRow[]; cases: Map<string, FileCase[]> }> {
  const asked = [enterpriseId, kind, id, folder];
  const [sum, rows, cases] = await db.$client.batch<DraftRow & CaseRow & { count: number; bytes: number }>([
    db.$client.prepare(`SELECT count(*) AS count, ${BYTES} AS bytes ${THESE}`).bind(...asked),
    db.$client
      .prepare(
        `SELECT a.id, a.source_id AS source, a.name, a.folder, d.graph ${THESE}
          AND (SELECT count(*) <= ${fileLimits.automations} AND ${BYTES} <= ${fileLimits.bytes / 2} ${THESE})
          ORDER BY a.name_key, a.id`,
      )
      .bind(...asked),
    db.$client
      .prepare(
        `SELECT c.automation_id AS automationId, c.name, c.content FROM (SELECT a.id ${THESE}
            AND (SELECT count(*) <= ${fileLimits.automations} AND ${BYTES} <= ${fileLimits.bytes / 2} ${THESE})) t
          CROSS JOIN automation_cases c ON c.automation_id = t.id ORDER BY c.automation_id, c.created_at, c.id`,
      )
      .bind(...asked),
  ]);
  const { count = 0 } = sum?.results[0] ?? {};
  if (count === 0) throw new DomainError("notFound");
  const found = rows?.results ?? [];
  if (found.length === 0) {
    const most = formatBytes(fileLimits.bytes / 2);
    const message = texts.exportTooLarge(fileLimits.automations, most);
    throw new DomainError("invalid", { message, errors: { folder: message } });
  }
  const kept = Map.groupBy(cases?.results ?? [], ({ automationId }) => automationId);
  return {
    rows: found,
    cases: new Map(
      [...kept].map(([of, each]) => [
        of,
        each.map(({ name, content }) => ({ name, content: JSON.parse(content) as TestCase })),
      ]),
    ),
  };
}

/** Reads all that graphs name, in one batch; forms name fields, which are looked up whole for that. */
async function namedBy(
  ctx: Ctx,
  graphs: readonly Graph[],
  withForms: boolean,
): Promise<{
  forms: (FileForm & { source: string })[];
  templates: FileTemplate[];
  references: FileReference[];
}> {
  const found = Map.groupBy(graphs.flatMap(referencesIn), ({ kind }) => kind);
  const idsOf = (kind: ReferenceKind) => [...new Set(found.get(kind)?.map(({ id }) => id) ?? [])];
  const kinds = [...found.keys()].filter((kind) => kind !== "field");
  const { db, enterpriseId } = ctx;
  const [formRows, templateRows, fieldRows, ...answers] = await db.$client.batch<
    KeyedReference & { content: string; language: string; source: string }
  >([
    db.$client
      .prepare(
        `SELECT id, name, content, source_id AS source FROM forms WHERE enterprise_id = ?1 AND deleted_at IS NULL
          AND id IN (SELECT value FROM json_each(?2)) LIMIT ${fileLimits.forms}`,
      )
      .bind(enterpriseId, JSON.stringify(withForms ? idsOf("form") : [])),
    db.$client
      .prepare(
        `SELECT id, name, language, coalesce(components ->> '$.body.text', '') AS content FROM templates
          WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
      )
      .bind(enterpriseId, JSON.stringify(idsOf("template"))),
    db.$client
      .prepare(
        `SELECT field_name AS id, field_label AS name FROM customer_fields WHERE enterprise_id = ?1 AND deleted_at IS NULL`,
      )
      .bind(enterpriseId),
    ...kinds.map((kind) => referencesOf(ctx, kind, idsOf(kind))),
  ]);
  const forms = (formRows?.results ?? []).map(({ id, source, name, content }) => ({
    id,
    source,
    name,
    content: JSON.parse(content) as FormContent,
  }));
  const templates = (templateRows?.results ?? []).map(({ id, name, language, content }): FileTemplate => ({
    id,
    name,
    language,
    text: content,
  }));
  const labels = new Map((fieldRows?.results ?? []).map(({ id, name }) => [id, name]));
  const fields = new Set([
    ...idsOf("field"),
    ...forms.flatMap(({ content }) => referencesInForm(content).map(({ id }) => id)),
  ]);
  const references = [
    ...kinds.flatMap((kind, at) =>
      (answers[at]?.results ?? []).map(({ id, key }): FileReference => ({ kind, id, name: key })),
    ),
    ...[...fields].map((id): FileReference => ({ kind: "field", id, name: labels.get(id) ?? id })),
  ];
  return { forms, templates, references: references.slice(0, fileLimits.references) };
}
